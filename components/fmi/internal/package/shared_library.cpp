// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/package/shared_library.hpp"

#include <array>
#include <cfenv>
#include <cstdlib>
#include <dlfcn.h>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/suggestions.hpp"

namespace hearth::fmi {
namespace {

/// Names that linkers add to every library.
constexpr std::array<std::string_view, 6> kOfLinkers{"_init", "_fini",       "_edata",
                                                     "_end",  "__bss_start", "__end__"};

/// Returns the message of the loader.
std::string loader_message() {
  const char* reason = ::dlerror();
  return reason == nullptr ? "no reason given" : reason;
}

/// Returns the versions of Python to try, first that of the program `python3`.
std::vector<std::string> python_versions() {
  std::vector<std::string> versions;
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::error_code failed;
    const auto program = std::filesystem::canonical(folder + "/python3", failed);
    constexpr std::string_view kPython = "python";
    const std::string name = program.filename().string();
    if (failed || !name.starts_with(kPython)) continue;
    versions.push_back(name.substr(kPython.size()));
    break;
  }
  for (int minor = 15; minor >= 8; --minor) versions.push_back("3." + std::to_string(minor));
  return versions;
}

/// Loads the library of a Python interpreter, whose names are then found by all libraries. Returns
/// whether this machine has one.
bool load_python() {
  for (const std::string& version : python_versions()) {
    const std::string name = "libpython" + version + ".so.1.0";
    if (::dlopen(name.c_str(), RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE) != nullptr) return true;
  }
  return false;
}

/// Returns whether a library needs a Python interpreter but does not load one itself, as those of
/// PythonFMU.
bool lacks_python(const std::string& reason) {
  return reason.find("undefined symbol: Py") != std::string::npos ||
         reason.find("undefined symbol: _Py") != std::string::npos;
}

/// Returns the message of the loader, with a remedy if the message alone does not help.
std::string with_remedy(std::string reason) {
  if (reason.find("failed to map segment") != std::string::npos) {
    reason += "; programs cannot be loaded from this folder: set TMPDIR to a folder that allows it";
  }
  if (lacks_python(reason)) {
    reason +=
        "; this FMU needs a Python interpreter but does not load one, and no fitting one was "
        "found: install the library of Python (libpython3.x.so.1.0), or start Hearth with "
        "LD_PRELOAD set to the path of the library for which the FMU was built";
  }
  return reason;
}

}  // namespace

std::vector<std::string> clashing_names(const std::vector<std::string>& exported) {
  std::vector<std::string> names;
  for (const std::string& name : exported) {
    bool common = name.starts_with("fmi2") || name.starts_with("fmi3");
    for (const std::string_view own : kOfLinkers) common |= name == own;
    if (!common && ::dlsym(RTLD_DEFAULT, name.c_str()) != nullptr) names.push_back(name);
  }
  return names;
}

SharedLibrary::SharedLibrary(const std::filesystem::path& path, std::string place, NameScope scope)
    : place_(std::move(place)) {
  // All FMUs export the same names, and one FMU must not use those of another.
  const int own = scope == NameScope::Own ? RTLD_DEEPBIND : 0;
  // Loading a library built with -ffast-math changes the arithmetic of this thread.
  std::fenv_t numerics;
  std::fegetenv(&numerics);
  const auto load = [&] {
    handle_ = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE | own);
    return handle_ == nullptr ? loader_message() : "";
  };
  std::string reason = load();
  if (lacks_python(reason) && load_python()) reason = load();
  std::fesetenv(&numerics);
  if (handle_ != nullptr) return;
  throw InputError("fmi.library_invalid", {.file = place_},
                   "its binary cannot be loaded: " + with_remedy(std::move(reason)));
}

void* SharedLibrary::find(const char* name) const { return ::dlsym(handle_, name); }

void FunctionLoader::finish() const {
  if (missing_.empty()) return;
  throw InputError("fmi.library_invalid", {.file = library_.place()},
                   "its binary lacks " + listed(missing_) + "; export the FMU again");
}

}  // namespace hearth::fmi
