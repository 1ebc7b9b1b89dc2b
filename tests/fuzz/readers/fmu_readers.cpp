// SPDX-License-Identifier: MIT
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

#include "hearth/components/fmi/internal/package/fmu_archive.hpp"
#include "hearth/components/fmi/internal/package/model_description.hpp"
#include "hearth/tests/fuzz/commands/recipes.hpp"
#include "hearth/tests/fuzz/engine/scratch.hpp"
#include "hearth/tests/fuzz/engine/texts.hpp"
#include "hearth/tests/fuzz/readers/expect.hpp"
#include "hearth/tests/fuzz/targets.hpp"

namespace hearth::fuzz {
namespace {

namespace fs = std::filesystem;

const Language& language_of_descriptions() {
  static const Language language{texts_below("seeds/fmu_description"),
                                 {"<",
                                  ">",
                                  "/>",
                                  "\"",
                                  "&#0;",
                                  "&#x1b;",
                                  "&lt;",
                                  "<!--",
                                  "-->",
                                  "<![CDATA[",
                                  "<!DOCTYPE x [<!ENTITY a \"aa\">]>",
                                  "<Real unit=\"K\" start=\"1e999\"/>",
                                  "<Unit name=\"x\">",
                                  "<BaseUnit K=\"2147483648\" factor=\"0\"/>",
                                  "valueReference=\"4294967296\"",
                                  "causality=\"input\"",
                                  "fmiVersion=\"3.0\"",
                                  "fmiVersion=\"9\"",
                                  "<Clock/>",
                                  "<Dimension start=\"18446744073709551615\"/>"}};
  return language;
}

bool read_any_description(std::string_view text) {
  return accepts([&] { fmi::read_model_description(text, "model.fmu"); }, "model.fmu");
}

/// What an archive holds is read and unpacked, and nothing leaves the folder.
bool read_archive(const fs::path& folder, std::string_view text) {
  const auto made = made_file("model.fmu", text);
  if (!made) return false;
  const fs::path file = folder / "model.fmu";
  std::ofstream(file, std::ios::binary) << *made;
  const fs::path inside = folder / "a/b/c";
  const bool accepted = accepts(
      [&] {
        const fmi::FmuArchive archive(file);
        for (const std::string& platform : archive.platforms()) {
          archive.extract({"binaries/" + platform + "/"}, inside);
        }
        archive.extract({"resources/"}, inside);
        fmi::read_model_description(archive.read("modelDescription.xml"), file.string());
      },
      folder.filename().string());  // of the archive, or of what it is unpacked to
  std::error_code ignored;
  fs::remove_all(folder / "a", ignored);
  for (const auto& entry : fs::directory_iterator(folder)) {
    expect(entry.path().filename() == "model.fmu", "an archive wrote outside of its folder");
  }
  return accepted;
}

}  // namespace

Target fmu_description_target() {
  return {language_of_descriptions(),
          [](std::string_view text, std::uint64_t) { return read_any_description(text); }};
}

Target fmu_archive_target() {
  Language language = language_of_descriptions();
  language.seeds = texts_below("seeds/fmu_archive");
  for (const char* more : {"=== binaries/x86_64-linux/a.so\n", "=== resources/../../x\n",
                           "=== resources\n", "=== resources/\n", "=== modelDescription.xml\n",
                           "!byte 4 255\n", "!byte 30 0\n", "!cut 100\n", "\n!byte 70 1\n"}) {
    language.tokens.emplace_back(more);
  }
  const auto folder = std::make_shared<Scratch>();
  return {std::move(language), [folder](std::string_view text, std::uint64_t) {
            return read_archive(folder->path(), text);
          }};
}

}  // namespace hearth::fuzz
