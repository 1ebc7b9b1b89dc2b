// SPDX-License-Identifier: MIT
#include "hearth/components/plugins/plugins.hpp"

#include <algorithm>
#include <cfenv>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <dlfcn.h>
#include <exception>
#include <fstream>
#include <iterator>
#include <link.h>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "hearth/components/plugins/plugin_interface.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSearchPath = "HEARTH_PLUGIN_PATH";
constexpr std::string_view kInterface = HEARTH_PLUGIN_INTERFACE;
constexpr std::string_view kMark = HEARTH_PLUGIN_MARK;
constexpr std::string_view kEnd = HEARTH_PLUGIN_END;
constexpr const char* kTypesFunction = "hearth_plugin_types";

struct Plugins {
  std::mutex mutex;
  std::vector<PluginFile> files;
  std::vector<ComponentType> types;
  std::map<std::string, fs::path, std::less<>> origins;  ///< file of each type
  std::deque<Registry> registries;                       ///< all registries that were made
};

Plugins& plugins() {
  static Plugins all;
  return all;
}

[[noreturn]] void refuse(const char* code, const fs::path& file, const std::string& why) {
  throw InputError(code, {.file = file.string()}, why);
}

/// Returns the properties of an interface by name, in their order.
std::vector<std::pair<std::string, std::string>> facts(std::string_view interface) {
  std::vector<std::pair<std::string, std::string>> found;
  while (!interface.empty()) {
    const std::string_view line = interface.substr(0, interface.find('\n'));
    interface.remove_prefix(std::min(interface.size(), line.size() + 1));
    const auto colon = line.find(": ");
    if (colon == std::string_view::npos) continue;
    found.emplace_back(line.substr(0, colon), line.substr(colon + 2));
  }
  return found;
}

std::string read_bytes(const fs::path& file) {
  std::error_code problem;
  if (!fs::is_regular_file(file, problem)) {
    refuse("plugin.invalid", file, "this is not a regular file; expected a shared library (*.so)");
  }
  std::ifstream stream(file, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream) refuse("plugin.invalid", file, "the file cannot be read; check its permissions");
  return bytes;
}

/// Returns whether a library has all bytes that the loader will map; otherwise it would crash.
bool is_complete(std::string_view bytes) {
  ElfW(Ehdr) header;
  if (bytes.size() < sizeof(header)) return false;
  std::memcpy(&header, bytes.data(), sizeof(header));
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    ElfW(Phdr) segment;
    const std::size_t at = header.e_phoff + i * sizeof(segment);
    if (at > bytes.size() || bytes.size() - at < sizeof(segment)) return false;
    std::memcpy(&segment, bytes.data() + at, sizeof(segment));
    if (segment.p_offset > bytes.size()) return false;
    if (bytes.size() - segment.p_offset < segment.p_filesz) return false;
  }
  return true;
}

/// Compares the declarations of the file with this program, without running any of its code.
void check_interface(const fs::path& file, std::string_view bytes) {
  if (!bytes.starts_with("\177ELF")) {
    refuse("plugin.invalid", file,
           "this is not a shared library; expected a library built by CMake's hearth_plugin");
  }
  if (!is_complete(bytes)) {
    refuse("plugin.invalid", file, "the end of this shared library is missing; build it again");
  }
  const auto begin = bytes.find(kMark);
  const auto end = bytes.find(kEnd, std::min(begin, bytes.size()));
  if (begin == std::string_view::npos || end == std::string_view::npos) {
    refuse("plugin.invalid", file,
           "this shared library is not a plug-in of Hearth; build it with CMake's hearth_plugin");
  }
  const auto theirs = facts(bytes.substr(begin, end - begin));
  std::string differences;
  for (const auto& [name, own] : facts(kInterface)) {
    const auto other = std::find_if(theirs.begin(), theirs.end(), [&name = name](const auto& fact) {
      return fact.first == name;
    });
    const std::string found = other == theirs.end() ? "not stated" : other->second;
    if (found == own) continue;
    differences += (differences.empty() ? "" : "; ") + name + ": " + found + " instead of " + own;
  }
  if (differences.empty()) return;
  refuse("plugin.interface", file,
         "the plug-in and this program were built differently (" + differences +
             "); configure and build the plug-in again, with the hearth package (find_package) "
             "and the compiler of this program");
}

std::string loader_problem() {
  const char* reason = ::dlerror();
  return reason == nullptr ? "no reason given" : reason;
}

using TypesFunction = void(std::vector<ComponentType>&);

TypesFunction* open_library(const fs::path& file) {
  // Loading a library built with -ffast-math changes the arithmetic of this thread.
  std::fenv_t numerics;
  std::fegetenv(&numerics);
  void* handle = nullptr;
  std::string thrown;
  // dlopen is declared noexcept, so the compiler would not catch exceptions of static constructors.
  void* (*volatile open)(const char*, int) = &::dlopen;
  try {
    handle = open(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  } catch (const std::exception& error) {
    thrown = error.what();
  } catch (...) {
    thrown = "an exception that is not a std::exception";
  }
  std::fesetenv(&numerics);
  if (!thrown.empty()) {
    refuse(
        "plugin.invalid", file,
        "it cannot be loaded, because the initialisation of a global object threw an exception: " +
            thrown + "; correct this initialisation");
  }
  if (handle == nullptr) {
    std::string reason = loader_problem();
    if (reason.find("undefined symbol: _ZN") != std::string::npos) {
      reason +=
          "; compile and link the source that defines it, or list its library "
          "(target_link_libraries)";
    }
    refuse("plugin.invalid", file, "the library cannot be loaded: " + reason);
  }
  auto* function = reinterpret_cast<TypesFunction*>(::dlsym(handle, kTypesFunction));
  if (function == nullptr) {
    refuse("plugin.invalid", file,
           std::string("the library lacks the function ") + kTypesFunction +
               "; build it with CMake's hearth_plugin");
  }
  return function;
}

std::vector<ComponentType> types_of(const fs::path& file) {
  TypesFunction* function = open_library(file);
  std::vector<ComponentType> types;
  try {
    function(types);
  } catch (const std::exception& error) {
    refuse(
        "plugin.invalid", file,
        std::string("the library throws an exception when Hearth asks for its component types: ") +
            error.what());
  } catch (...) {
    refuse("plugin.invalid", file,
           "the library throws an exception when Hearth asks for its component types");
  }
  if (types.empty()) {
    refuse("plugin.invalid", file,
           "the library has no component types; name at least one in hearth_plugin");
  }
  return types;
}

/// Throws if a type has the name of another type.
void check_names(const fs::path& file, const std::vector<ComponentType>& types,
                 const Plugins& known) {
  Diagnostics found;
  std::map<std::string, int, std::less<>> own;
  for (const ComponentType& type : types) {
    const auto origin = known.origins.find(type.name);
    std::string other;
    if (standard_components().find(type.name) != nullptr) other = "Hearth";
    if (origin != known.origins.end()) other = "the plug-in " + origin->second.string();
    if (++own[type.name] == 2) other = "this plug-in itself";
    if (other.empty()) continue;
    found.error("plugin.type_exists", {.file = file.string()},
                "this plug-in has a component type '" + type.name + "', and so has " + other +
                    "; rename one of them");
  }
  if (found.has_errors()) throw InputError(found);
}

}  // namespace

fs::path find_plugin(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    std::error_code ignored;
    if (fs::exists(name, ignored)) return name;
    refuse("plugin.not_found", name, "the file does not exist; expected a plug-in (*.so)");
  }
  std::vector<fs::path> folders;
  const char* given = std::getenv(kSearchPath);
  std::string_view path = given == nullptr ? "" : given;
  while (!path.empty()) {
    const std::string_view folder = path.substr(0, path.find(':'));
    path.remove_prefix(std::min(path.size(), folder.size() + 1));
    if (!folder.empty()) folders.emplace_back(folder);
  }
  folders.emplace_back(".");
  std::string searched;
  for (const fs::path& folder : folders) {
    for (const std::string& file : {name, name + ".so", "lib" + name + ".so"}) {
      std::error_code ignored;
      if (fs::is_regular_file(folder / file, ignored)) return folder / file;
    }
    searched += (searched.empty() ? "'" : ", '") + folder.string() + "'";
  }
  refuse("plugin.not_found", name,
         "found no file '" + name + "', '" + name + ".so' or 'lib" + name + ".so' in " + searched +
             "; use its path with a slash, or add its folder to " + kSearchPath);
}

void load_plugin(const fs::path& file) {
  Plugins& all = plugins();
  const std::lock_guard<std::mutex> lock(all.mutex);
  std::error_code problem;
  const fs::path canonical = fs::canonical(file, problem);
  if (problem) refuse("plugin.not_found", file, problem.message() + "; expected a plug-in (*.so)");
  for (const PluginFile& loaded : all.files) {
    if (loaded.path == canonical) return;
  }
  const std::string bytes = read_bytes(canonical);
  check_interface(canonical, bytes);
  std::vector<ComponentType> types = types_of(canonical);
  check_names(canonical, types, all);
  for (ComponentType& type : types) {
    all.origins.emplace(type.name, canonical);
    all.types.push_back(std::move(type));
  }
  all.files.push_back({canonical, fnv1a64(bytes)});
  all.registries.push_back(with_standard_components(all.types));
}

std::vector<PluginFile> loaded_plugins() {
  Plugins& all = plugins();
  const std::lock_guard<std::mutex> lock(all.mutex);
  return all.files;
}

const Registry& known_components() {
  Plugins& all = plugins();
  const std::lock_guard<std::mutex> lock(all.mutex);
  return all.registries.empty() ? standard_components() : all.registries.back();
}

}  // namespace hearth
