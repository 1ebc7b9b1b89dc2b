// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/framework/component/series.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Returns a column in which rules that are not set are taken from the rules for its file. `file`
/// of a rule is a name, or a pattern with `*` and `?`; it is compared with the name of the file in
/// the model and with its base name. Names take precedence over patterns, and longer patterns over
/// shorter ones.
FileColumn with_file_rules(FileColumn column, const std::vector<FileColumn>& rules);

/// Returns a column in which the rules for its file override its own rules, for a file that
/// replaces another file.
FileColumn under_file_rules(const FileColumn& column, const std::vector<FileColumn>& rules);

/// Applies the rules to all columns of series and measurements that a model names.
void apply_file_rules(SimulationModel& model, const std::vector<FileColumn>& rules);
/// Removes settings from the columns that `apply_file_rules` would add again.
void remove_file_rules(SimulationModel& model, const std::vector<FileColumn>& rules);

/// Returns the warning `data.file_rule_unused` for each rule that matches none of the files.
Diagnostics unused_file_rules(const std::vector<FileColumn>& rules,
                              const std::vector<std::string>& files);
/// Returns the files that the columns of a model name.
std::vector<std::string> column_files(const SimulationModel& model);

}  // namespace hearth
