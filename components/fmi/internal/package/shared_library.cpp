// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/package/shared_library.hpp"

#include <dlfcn.h>
#include <utility>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/suggestions.hpp"

namespace hearth::fmi {

SharedLibrary::SharedLibrary(const std::filesystem::path& path, std::string place)
    : place_(std::move(place)) {
  // Names of one FMU must not serve another: all FMUs export the same ones.
  handle_ = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ != nullptr) return;
  const char* reason = ::dlerror();
  throw InputError("fmi.library_invalid", {.file = place_},
                   std::string("its binary cannot be loaded: ") +
                       (reason == nullptr ? "no reason given" : reason));
}

SharedLibrary::~SharedLibrary() { ::dlclose(handle_); }

void* SharedLibrary::find(const char* name) const { return ::dlsym(handle_, name); }

void FunctionLoader::finish() const {
  if (missing_.empty()) return;
  throw InputError("fmi.library_invalid", {.file = library_.place()},
                   "its binary lacks " + listed(missing_) + "; export the FMU anew");
}

}  // namespace hearth::fmi
