// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "hearth/framework/plan/saved_state.hpp"

namespace hearth {

/// A saved state in a file.
struct StateFile {
  SavedState state;
  std::string timezone;  ///< zone of the run, for rules in local time
};

/// Returns the JSON text of a state; numbers read back bit for bit. Throws InputError
/// `state.not_finite` for a value that is not finite.
std::string state_json(const StateFile& file);

/// Reads such a text; `name` is its name in messages. Throws InputError `state.invalid`.
StateFile parse_state_json(const std::string& text, const std::string& name);

/// Writes a state; a reader sees either the old or the new file. Throws the errors of `state_json`,
/// and InputError `file.write`.
void write_state_file(const StateFile& file, const std::filesystem::path& path);

/// Reads a state; throws the errors of `parse_state_json` and `read_text_file`.
StateFile read_state_file(const std::filesystem::path& path);

}  // namespace hearth
