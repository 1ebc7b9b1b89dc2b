// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/data/json/json_record.hpp"

namespace hearth {

/// Returns the form of diagnostics for programs of users: a list of
/// `{"severity", "code", "place": {"file", "line", "pointer", "component", "port"}, "message"}`,
/// with the known members of the place.
JsonForm<Diagnostics> diagnostics_form();

}  // namespace hearth
