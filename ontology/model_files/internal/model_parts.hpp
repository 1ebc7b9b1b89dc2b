// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/data/json/json_record.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Record of the place of the building.
const JsonRecord<Site>& site_record();
/// Record of the default run. Instants are written in UTC.
const JsonRecord<RunDefaults>& simulation_record();
/// Record of the times at which a sampled component acts.
const JsonRecord<SampleClock>& clock_record();
/// Form of a connection: `"a.out -> b.in"`, or an object if it has more members. Reports
/// `model.connection_malformed`.
const JsonForm<Connection>& connection_form();

}  // namespace hearth
