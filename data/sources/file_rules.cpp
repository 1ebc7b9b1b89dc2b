// SPDX-License-Identifier: MIT
#include "hearth/data/sources/file_rules.hpp"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "hearth/data/json/json_document.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/framework/run/signal_patterns.hpp"

namespace hearth {
namespace {

/// Fills what a column leaves open from another one.
void fill(FileColumn& column, const FileColumn& from) {
  const auto take = [&](auto member) {
    if (!(column.*member)) column.*member = from.*member;
  };
  const auto take_list = [&](auto member) {
    if ((column.*member).empty()) column.*member = from.*member;
  };
  if (!column.time_column) column.clock_column = from.clock_column;
  take(&FileColumn::time_column);
  take(&FileColumn::unit);
  take(&FileColumn::resample);
  take(&FileColumn::max_gap);
  take(&FileColumn::stamp);
  take(&FileColumn::outside);
  take(&FileColumn::duplicates);
  take(&FileColumn::separator);
  take(&FileColumn::decimal);
  take(&FileColumn::thousands);
  take(&FileColumn::scale);
  take(&FileColumn::offset);
  take_list(&FileColumn::timezone);
  take_list(&FileColumn::time_format);
  take_list(&FileColumn::missing);
}

/// Removes from a column what it shares with another one.
void take_out(FileColumn& column, const FileColumn& shared) {
  const auto remove = [&](auto member) {
    if (column.*member == shared.*member) column.*member = {};
  };
  if (column.time_column == shared.time_column && column.clock_column == shared.clock_column) {
    column.time_column.reset();
    column.clock_column.reset();
  }
  remove(&FileColumn::resample);
  remove(&FileColumn::max_gap);
  remove(&FileColumn::stamp);
  remove(&FileColumn::outside);
  remove(&FileColumn::duplicates);
  remove(&FileColumn::separator);
  remove(&FileColumn::decimal);
  remove(&FileColumn::thousands);
  remove(&FileColumn::scale);
  remove(&FileColumn::offset);
  remove(&FileColumn::timezone);
  remove(&FileColumn::time_format);
  remove(&FileColumn::missing);
}

template <class Visit>
void visit_columns(SimulationModel& model, const Visit& visit) {
  for (const auto& [id, unused] : model.components()) {
    for (auto& [name, setting] : model.component(id).config) {
      auto* series = std::get_if<SeriesSpec>(&setting);
      auto* column = series ? std::get_if<FileColumn>(&series->source) : nullptr;
      if (column != nullptr) visit(*column);
    }
  }
  for (auto& [port, measurement] : model.measurements) visit(measurement.column);
}

/// Returns how well a rule fits a file: 0 not at all.
std::size_t fit(const std::string& pattern, const std::string& file) {
  constexpr std::size_t kName = 1U << 20U;
  const std::string base = base_name(file);
  if (pattern == file) return 2 * kName;
  if (pattern == base) return kName;
  const bool fits = glob_match(pattern, file) || glob_match(pattern, base);
  return fits ? std::min(pattern.size(), kName - 1) : 0;
}

/// Returns the rules that fit a file, the best first.
std::vector<const FileColumn*> fitting(const std::vector<FileColumn>& rules,
                                       const std::string& file) {
  std::vector<const FileColumn*> found;
  for (const FileColumn& rule : rules) {
    if (fit(rule.file, file) > 0) found.push_back(&rule);
  }
  std::stable_sort(found.begin(), found.end(), [&](const FileColumn* a, const FileColumn* b) {
    const std::size_t first = fit(a->file, file);
    const std::size_t second = fit(b->file, file);
    return first != second ? first > second : a->file < b->file;
  });
  return found;
}

}  // namespace

FileColumn with_file_rules(FileColumn column, const std::vector<FileColumn>& rules) {
  for (const FileColumn* rule : fitting(rules, column.file)) fill(column, *rule);
  return column;
}

FileColumn under_file_rules(const FileColumn& column, const std::vector<FileColumn>& rules) {
  FileColumn first;
  first.file = column.file;
  first = with_file_rules(std::move(first), rules);
  first.column = column.column;
  first.missing_column = column.missing_column;
  first.missing_code = column.missing_code;
  fill(first, column);
  return first;
}

void apply_file_rules(SimulationModel& model, const std::vector<FileColumn>& rules) {
  if (rules.empty()) return;
  visit_columns(model, [&](FileColumn& column) { column = with_file_rules(column, rules); });
}

void remove_file_rules(SimulationModel& model, const std::vector<FileColumn>& rules) {
  if (rules.empty()) return;
  visit_columns(model, [&](FileColumn& column) {
    FileColumn rule;
    rule.file = column.file;
    take_out(column, with_file_rules(std::move(rule), rules));
  });
}

Diagnostics unused_file_rules(const std::vector<FileColumn>& rules,
                              const std::vector<std::string>& files) {
  Diagnostics warnings;
  for (const FileColumn& rule : rules) {
    const bool used = std::any_of(files.begin(), files.end(), [&](const std::string& file) {
      return fit(rule.file, file) > 0;
    });
    if (used) continue;
    warnings.warning(
        "data.file_rule_unused", {.pointer = "/files" + pointer_part(rule.file)},
        fmt::format("no column is read from '{}'{}", rule.file, did_you_mean(rule.file, files)));
  }
  return warnings;
}

std::vector<std::string> column_files(const SimulationModel& model) {
  std::vector<std::string> files;
  visit_file_columns(model, [&](const FileColumn& column) {
    if (std::find(files.begin(), files.end(), column.file) == files.end()) {
      files.push_back(column.file);
    }
  });
  return files;
}

}  // namespace hearth
