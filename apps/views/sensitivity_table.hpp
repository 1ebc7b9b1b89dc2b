// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hearth/estimation/sensitivity/sensitivity.hpp"

namespace hearth::apps {

/// Returns tables as text: the parameters by their effect on the objective, the strongest first,
/// and for each measured output the strongest parameters.
std::string sensitivity_text(const SensitivityResult& result);

}  // namespace hearth::apps
