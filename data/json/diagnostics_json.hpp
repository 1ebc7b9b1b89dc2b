// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/data/json/json_record.hpp"

namespace hearth {

/// Diagnostics as users' programs read them: a list of
/// `{"severity", "code", "place": {"file", "line", "pointer", "component", "port"}, "message"}`,
/// the place with what is known of it.
JsonForm<Diagnostics> diagnostics_form();

}  // namespace hearth
