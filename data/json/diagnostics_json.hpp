// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/data/json/json_record.hpp"

namespace hearth {

/// Returns the JSON form of diagnostics for other programs: a list of `{"severity", "code",
/// "place": {"file", "line", "pointer", "component", "port"}, "message"}`. `place` contains only
/// the members that are known.
JsonForm<Diagnostics> diagnostics_form();

}  // namespace hearth
