// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "hearth/framework/plan/saved_state.hpp"

namespace hearth {

/// A saved state as it is stored in a file.
struct StateFile {
  SavedState state;
  std::string timezone;  ///< zone of the run, so that rules of local time continue as they were
};

/// Returns the JSON text of a state; every number reads back bit for bit. Throws InputError
/// `state.not_finite` for a value that is not finite.
std::string state_json(const StateFile& file);

/// Reads such a text, which messages call `name`. Throws InputError `state.invalid`.
StateFile parse_state_json(const std::string& text, const std::string& name);

/// Writes a state; readers see the old file or the new one. Throws the errors of `state_json`, and
/// `file.write`.
void write_state_file(const StateFile& file, const std::filesystem::path& path);

/// Reads a state; throws the errors of `parse_state_json` and `read_text_file`.
StateFile read_state_file(const std::filesystem::path& path);

}  // namespace hearth
