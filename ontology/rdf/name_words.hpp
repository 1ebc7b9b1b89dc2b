// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hearth {

/// Returns the words of a name: `Reheat`, `Coil` for `Reheat_Coil` and `ReheatCoil`; `VAV`, `Box`
/// for `VAVBox`.
std::vector<std::string_view> words_of(std::string_view name);

/// Returns the words of a name or label in lower case: `conf`, `room`, `12` for `Conf_Room12`.
std::vector<std::string> plain_words(std::string_view name);

}  // namespace hearth
