// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hearth/apps/options/options.hpp"

namespace hearth::apps {

/// The verb that is not shown to users: the scripts of the shells ask it for completions.
inline constexpr std::string_view kCompleteVerb = "__complete";

/// Returns what can be typed next, one line each: a word, or a word, a tab and its meaning. Where a
/// file is expected, the line is `:files`, a tab and endings with blanks between (none: any file);
/// where a folder is expected, `:folders`.
///
/// @param words the words after `hearth`; the last one is the one being typed, perhaps ""
std::string completions(std::vector<std::string> words);

/// Returns the script that completes `hearth` in a shell.
std::string_view completion_script(Shell shell);

}  // namespace hearth::apps
