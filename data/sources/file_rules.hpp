// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/framework/component/series.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Returns a column with the rules that it does not set taken from the rules of its file. `file` of
/// a rule is a name, or a pattern with `*` and `?`, that is compared with the file's name as
/// written and with its base name. Names precede patterns, longer patterns precede shorter ones.
FileColumn with_file_rules(FileColumn column, const std::vector<FileColumn>& rules);

/// Returns a column in which the rules of its file override its own: for a file that replaces
/// another one.
FileColumn under_file_rules(const FileColumn& column, const std::vector<FileColumn>& rules);

/// Applies the rules to all columns that a model names: of series and of measurements.
void apply_file_rules(SimulationModel& model, const std::vector<FileColumn>& rules);
/// Removes from the columns what the rules would fill in again.
void remove_file_rules(SimulationModel& model, const std::vector<FileColumn>& rules);

/// Returns a warning `data.file_rule_unused` for each rule that matches none of the files.
Diagnostics unused_file_rules(const std::vector<FileColumn>& rules,
                              const std::vector<std::string>& files);
/// Returns the files that the columns of a model name.
std::vector<std::string> column_files(const SimulationModel& model);

}  // namespace hearth
