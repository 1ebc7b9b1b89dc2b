// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/package/shared_library.hpp"

#include <array>
#include <cfenv>
#include <dlfcn.h>
#include <string_view>
#include <utility>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/suggestions.hpp"

namespace hearth::fmi {
namespace {

/// Names that linkers add to every library.
constexpr std::array<std::string_view, 6> kOfLinkers{"_init", "_fini",       "_edata",
                                                     "_end",  "__bss_start", "__end__"};

/// Returns the message of the loader, with a remedy if the message alone does not help.
std::string loader_problem() {
  const char* reason = ::dlerror();
  std::string text = reason == nullptr ? "no reason given" : reason;
  const auto holds = [&text](const char* part) { return text.find(part) != std::string::npos; };
  if (holds("failed to map segment")) {
    text += "; programs cannot be loaded from this folder: set TMPDIR to a folder that allows it";
  }
  if (holds("undefined symbol: Py") || holds("undefined symbol: _Py")) {
    text +=
        "; this FMU needs a Python interpreter but does not load one: start Hearth with LD_PRELOAD "
        "set to the path of the libpython3.x.so for which the FMU was built";
  }
  return text;
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
  handle_ = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE | own);
  std::fesetenv(&numerics);
  if (handle_ != nullptr) return;
  throw InputError("fmi.library_invalid", {.file = place_},
                   "its binary cannot be loaded: " + loader_problem());
}

void* SharedLibrary::find(const char* name) const { return ::dlsym(handle_, name); }

void FunctionLoader::finish() const {
  if (missing_.empty()) return;
  throw InputError("fmi.library_invalid", {.file = library_.place()},
                   "its binary lacks " + listed(missing_) + "; export the FMU again");
}

}  // namespace hearth::fmi
