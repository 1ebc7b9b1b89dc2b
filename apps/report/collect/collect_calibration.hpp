// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/apps/report/content/json_members.hpp"
#include "hearth/apps/report/content/report_content.hpp"

namespace hearth::apps {

/// Returns the tables of a calibration's result: parameters, starts, identifiability. Parts that
/// the result does not have are left out; `name` is added to titles where it is not "".
std::vector<ReportTable> calibration_tables(const Json& result, const std::string& name);

/// Returns agreement in the calibration and in the validation periods.
std::vector<ReportTable> calibration_agreement(const Json& result, const std::string& name);

/// Returns status, objective and effort.
std::vector<ReportFact> calibration_facts(const Json& result);

}  // namespace hearth::apps
