// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hearth/data/json/json_document.hpp"

namespace hearth {

/// Position up to which a text has been read.
struct JsonProgress {
  const char* at = nullptr;  ///< next character
  int line = 1;              ///< line of `at`
};

/// Makes a document from the events of the parser of nlohmann/json. This parser reports neither
/// lines nor duplicate keys, so that lines are counted as it reads characters. Neither the parser
/// nor the builder recurses.
class JsonBuilder {
 public:
  JsonBuilder(std::string_view text, std::string file);

  /// Returns the document, or throws InputError with all errors; call it once.
  JsonDocument build();

  // Events of the parser; they return `false` to stop it.
  bool null();
  bool boolean(bool value);
  bool number(double value);
  bool string(std::string value);
  bool open(JsonKind kind);
  bool close();
  bool key(std::string name);
  void overflow(const std::string& token);
  void syntax_error(std::string_view parser_message);

 private:
  using Lines = std::unordered_map<std::string, int>;

  int line() const;
  bool after_comma() const;
  int column() const;
  Where place() const;
  JsonDocument::Value& add(JsonKind kind);
  std::string word_here() const;
  std::string open_container() const;

  std::string_view text_;
  JsonProgress progress_;
  JsonDocument document_;
  std::vector<int> open_;    // arrays and objects that are not closed yet
  std::vector<Lines> keys_;  // for each of them: keys so far and their lines
  std::string key_;          // of the next member
  Diagnostics diagnostics_;
};

}  // namespace hearth
