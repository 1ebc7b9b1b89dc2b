// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "hearth/framework/component/registry.hpp"

namespace hearth {

/// Finds a plug-in. A name with a slash is the path of a file. Other names are searched as `NAME`,
/// `NAME.so` and `libNAME.so` in the folders of HEARTH_PLUGIN_PATH, separated by colons, then in
/// the current folder. Throws InputError `plugin.not_found`.
std::filesystem::path find_plugin(const std::string& name);

/// Loads the component types of a plug-in, a shared library made by `hearth_plugin` of CMake, into
/// this process until the process ends. Does nothing if the file is already loaded.
///
/// Throws InputError, always before any type is added: `plugin.invalid` for a file that is not a
/// plug-in or cannot be loaded, `plugin.interface` for a plug-in that does not match this program
/// (plugin_interface.hpp), whose code does not run, and `plugin.type_exists` for a type whose name
/// already exists. Only a program that exports the symbols of Hearth can load plug-ins: `hearth`
/// and `hearth-mpi` do.
void load_plugin(const std::filesystem::path& file);

/// A plug-in that is loaded.
struct PluginFile {
  std::filesystem::path path;
  std::uint64_t hash = 0;  ///< `fnv1a64` of its bytes
};

/// Returns the plug-ins that are loaded, in the order of loading.
std::vector<PluginFile> loaded_plugins();

/// Returns the component types of this library and of the plug-ins that are loaded at this time.
/// The registry exists until the process ends and does not change.
const Registry& known_components();

}  // namespace hearth
