// SPDX-License-Identifier: MIT
#include "hearth/framework/files/installed_file.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace hearth {

namespace fs = std::filesystem;

fs::path find_installed(const char* name, const char* variable) {
  if (const char* given = std::getenv(variable)) return given;
  const fs::path libraries = HEARTH_LIBRARY_DIR, programs = HEARTH_LIBEXEC_DIR;
  std::vector<fs::path> places;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  if (!error) {
    places = {program, program / ".." / libraries / "hearth", program / ".." / programs / "hearth"};
  }
  Dl_info image{};
  if (::dladdr(reinterpret_cast<const void*>(&find_installed), &image) != 0 &&
      image.dli_fname != nullptr) {
    const fs::path library = image.dli_fname;
    // A relative path would be resolved in the working directory.
    if (library.is_absolute()) {
      places.push_back(library.parent_path());
      places.push_back(library.parent_path() / "bin");
    }
  }
  const fs::path prefix = HEARTH_PREFIX;
  places.push_back(prefix / libraries / "hearth");
  places.push_back(prefix / programs / "hearth");
  for (const fs::path& place : places) {
    if (::access((place / name).c_str(), R_OK) == 0) return place / name;
  }
  return {};
}

}  // namespace hearth
