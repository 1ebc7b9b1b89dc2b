// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <catch2/catch.hpp>

#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/authoring/sheet_graph.hpp"
#include "hearth/ontology/rdf/turtle_writer.hpp"

namespace hearth::test {

/// A folder of sheets for one test case; removed with it.
class SheetFolder {
 public:
  SheetFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "hearth-sheets-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~SheetFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  SheetFolder(const SheetFolder&) = delete;
  SheetFolder& operator=(const SheetFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  SheetFolder& write(const std::string& name, const std::string& text) {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return *this;
  }

  TripleStore read(const std::string& iri = std::string(kSheetNamespace)) const {
    Diagnostics diagnostics;
    return read_sheets(path_, iri, diagnostics);
  }
  std::string turtle() const { return write_turtle(read()); }

  /// All errors, one line each, without the folder.
  std::string errors() const {
    try {
      read();
    } catch (const InputError& error) {
      std::string text;
      for (const Diagnostic& item : error.diagnostics().items()) text += to_string(item) + "\n";
      const std::string folder = path_.string() + "/";
      for (std::size_t at = text.find(folder); at != text.npos; at = text.find(folder)) {
        text.erase(at, folder.size());
      }
      return text;
    }
    return "";
  }

 private:
  std::filesystem::path path_;
};

}  // namespace hearth::test
