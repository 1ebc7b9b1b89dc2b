// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <type_traits>
#include <vector>

namespace hearth::fmi {

/// Order in which a library finds names that this process also defines.
enum class NameScope {
  Process,  ///< names of this process first, the default of the loader
  Own,      ///< its own names and those of its dependencies first
};

/// Returns the names of functions and data that both a library and this process define, so that the
/// library would call the wrong ones (for example those of its own CVODE).
std::vector<std::string> clashing_names(const std::vector<std::string>& exported);

/// A shared library in this process. It stays loaded until the process ends: threads that it
/// started, handlers that it set and, after a crash in it, partly changed state may still need it.
class SharedLibrary {
 public:
  /// Loads a library and its dependencies; also loads a Python interpreter for libraries that need
  /// one. Throws InputError `fmi.library_invalid`; `place` names the FMU in messages. A library
  /// that crashes while it is loaded ends the process.
  SharedLibrary(const std::filesystem::path& path, std::string place,
                NameScope scope = NameScope::Process);
  SharedLibrary(const SharedLibrary&) = delete;
  SharedLibrary& operator=(const SharedLibrary&) = delete;

  /// Returns the address of an exported name, or null.
  void* find(const char* name) const;
  const std::string& place() const { return place_; }

 private:
  std::string place_;
  void* handle_ = nullptr;
};

/// Fills pointers to functions from a library and reports all missing ones at once.
class FunctionLoader {
 public:
  explicit FunctionLoader(const SharedLibrary& library) : library_(library) {}

  template <class F>
  FunctionLoader& operator()(F*& function, const char* name) {
    static_assert(std::is_function_v<F>);
    void* address = library_.find(name);
    if (address == nullptr) missing_.emplace_back(name);
    function = reinterpret_cast<F*>(address);
    return *this;
  }
  /// Throws InputError `fmi.library_invalid` if a function is missing.
  void finish() const;

 private:
  const SharedLibrary& library_;
  std::vector<std::string> missing_;
};

}  // namespace hearth::fmi
