// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hearth/apps/options/options.hpp"

namespace hearth::apps {

/// A verb that is hidden from users: the completion scripts of shells call it.
inline constexpr std::string_view kCompleteVerb = "__complete";

/// Returns the possible continuations, one per line: a word, or a word, a tab and its meaning. If a
/// file is expected, the line is `:files`, a tab and endings separated by spaces (none: any file);
/// if a folder is expected, it is `:folders`.
///
/// @param words the words after `hearth`; the last one is being typed and may be ""
std::string completions(std::vector<std::string> words);

/// Returns the script that completes `hearth` in a shell.
std::string_view completion_script(Shell shell);

}  // namespace hearth::apps
