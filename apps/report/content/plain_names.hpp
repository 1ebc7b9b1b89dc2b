// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hearth::apps {

/// Returns a name of the program in words: `indoorTemperature` as `indoor temperature`,
/// `district_heating` as `district heating`, `office2` as `office 2`.
std::string plain_words(std::string_view name);

/// Returns the id of a component in words: `bath-radiator/heater` as `bath radiator heater`,
/// `living/space` as `living`.
std::string plain_component(std::string_view id);

/// Returns a signal `id.port` in words: `Temperature of living` for
/// `living/space.indoorTemperature`, `Power of fan 2` for `fan_2.Power`. Returns any other string
/// unchanged.
std::string plain_signal(std::string_view signal);

/// Returns the names of signals in words. Signals that would get equal words keep their names.
std::vector<std::string> plain_signals(const std::vector<std::string>& signals);

/// Returns the text with a capital first letter.
std::string capitalised(std::string text);

}  // namespace hearth::apps
