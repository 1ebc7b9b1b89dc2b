// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/data/json/json_record.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Where the building stands.
const JsonRecord<Site>& site_record();
/// The run if nothing else is asked for. Instants are written in UTC.
const JsonRecord<RunDefaults>& simulation_record();
/// When a sampled component acts.
const JsonRecord<SampleClock>& clock_record();
/// A connection: `"a.out -> b.in"`, or an object if it has more members.
/// `model.connection_malformed`.
const JsonForm<Connection>& connection_form();

}  // namespace hearth
