// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <type_traits>
#include <vector>

namespace hearth::fmi {

/// How a library that exports names of this process finds its own.
enum class NameScope {
  Process,  ///< names of this process first, as the loader does it
  Own,      ///< its own names and those of what it is linked with first
};

/// Returns the names of functions and data that a library exports and that this process has too,
/// so that the library would call the wrong ones (its own CVODE, for one).
std::vector<std::string> clashing_names(const std::vector<std::string>& exported);

/// A shared library in this process. It stays loaded to the end of the process: threads that it
/// started, handlers that it set and, after a crash in it, half of its state may still need it.
class SharedLibrary {
 public:
  /// Loads a library with all it needs. Throws InputError `fmi.library_invalid`; `place` represents
  /// the FMU in messages.
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

/// Fills pointers to functions from a library and reports all that are missing at once.
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
