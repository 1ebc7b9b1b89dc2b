// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hearth/framework/balance/balance.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::apps {

/// Returns one line about the heat of a run; "" if the model does not count heat.
std::string balance_text(const Balance& balance);

/// Returns a warning `balance.open` for each place with a balance error above kWarnedShare, and
/// `balance.not_connected` for each open end. `balanced` states whether the run had the default
/// coupling or the continuous engine.
Diagnostics balance_warnings(const Balance& balance, bool balanced);

}  // namespace hearth::apps
