// SPDX-License-Identifier: MIT
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/fmu/export/fmu_content.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/framework/files/installed_file.hpp"
#include "hearth/ontology/model_files/model_json.hpp"

namespace hearth::apps {

namespace fs = std::filesystem;

namespace {

#if defined(__aarch64__)
constexpr const char* kPlatform2 = "aarch64-linux";
constexpr const char* kPlatform3 = "aarch64-linux";
#else
constexpr const char* kPlatform2 = "linux64";
constexpr const char* kPlatform3 = "x86_64-linux";
#endif
constexpr const char* kLibrary = "hearth-fmu.so";

std::string bytes_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw InputError("file.unreadable", {.file = file.string()}, "cannot be read");
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// Returns a token that depends on the whole content of the FMU: two hashes as a GUID.
std::string token_of(const std::map<std::string, std::string>& entries) {
  std::uint64_t first = fnv1a64("hearth"), second = fnv1a64("fmu");
  for (const auto& [name, content] : entries) {
    for (std::uint64_t* hash : {&first, &second}) *hash = fnv1a64(content, fnv1a64(name, *hash));
  }
  return fmt::format("{{{:08x}-{:04x}-{:04x}-{:04x}-{:012x}}}", first >> 32, first >> 16 & 0xffff,
                     first & 0xffff, second >> 48, second & 0xffffffffffff);
}

}  // namespace

fs::path find_fmu_library() { return find_installed(kLibrary, "HEARTH_FMU_LIBRARY"); }

int run_verb(const ExportOptions& options, Session& session) {
  const fs::path library = find_fmu_library();
  if (library.empty()) {
    throw InputError("fmi.library_missing", {},
                     fmt::format("the library {}, which FMUs contain, was not found: install it "
                                 "with Hearth or set HEARTH_FMU_LIBRARY to its path",
                                 kLibrary));
  }
  FmuContent content = fmu_content(options, session);
  for (const auto& [name, file] : content.files) session.files.add_input(file, "data of the model");
  session.files.prepare();

  const std::string resources = "resources/";
  std::map<std::string, std::string> entries;
  for (const auto& [name, file] : content.files) entries[resources + name] = bytes_of(file);
  entries[resources + fmu::kModelFile] = write_model_json(content.model);
  const std::string platform = options.fmi == 3 ? kPlatform3 : kPlatform2;
  entries["binaries/" + platform + "/" + content.identifier + ".so"] = bytes_of(library);
  std::map<std::string, std::string> hashed = entries;
  hashed["interface"] = fmu::write_interface(content.interface);
  hashed["description"] = fmu_description(content, options.fmi);
  content.interface.token = token_of(hashed);
  entries[resources + fmu::kInterfaceFile] = fmu::write_interface(content.interface);
  entries["modelDescription.xml"] = fmu_description(content, options.fmi);
  write_text_file(options.output, zip_archive(entries));
  session.messages.say(fmt::format("'{}' written: FMI {}.0, {} inputs, {} outputs, {} parameters",
                                   options.output.string(), options.fmi, content.inputs.size(),
                                   content.outputs.size(), content.parameters.size()));
  return kDone;
}

}  // namespace hearth::apps
