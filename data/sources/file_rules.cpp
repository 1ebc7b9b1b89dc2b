// SPDX-License-Identifier: MIT
#include "hearth/data/sources/file_rules.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "hearth/data/json/json_document.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/framework/base/limits.hpp"
#include "hearth/framework/run/signal_patterns.hpp"

namespace hearth {
namespace {

/// Sets rules that a column does not set from another one.
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

/// Removes from a column the rules that it shares with another one.
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

bool is_pattern(const std::string& text) { return text.find_first_of("*?") != std::string::npos; }

constexpr std::size_t kName = 1U << 20U;

/// Returns how well a rule matches a file with this name, ignoring its folder; 0: not at all.
std::size_t fit(const std::string& pattern, const std::string& file, const std::string& base) {
  if (pattern == file) return 2 * kName;
  if (pattern == base) return kName;
  const bool fits = glob_match(pattern, file) || glob_match(pattern, base);
  return fits ? std::min(pattern.size(), kName - 1) : 0;
}

using Found = std::vector<std::pair<std::size_t, const FileColumn*>>;  // with the match quality

/// Sets rules of a column from the rules that were found, the best first.
void fill_from(Found& found, FileColumn& column) {
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first > b.first;
    if (a.second->file != b.second->file) return a.second->file < b.second->file;
    return a.second < b.second;  // in one list: the first one
  });
  for (const auto& [worth, rule] : found) fill(column, *rule);
}

/// Rules by the names and patterns of their files.
class FileRules {
 public:
  explicit FileRules(const std::vector<FileColumn>& rules) {
    for (const FileColumn& rule : rules) {
      if (is_pattern(rule.file)) {
        patterns_.push_back(&rule);
        weight_ += std::ssize(rule.file);
      } else {
        names_[rule.file].push_back(&rule);
      }
    }
  }

  /// Returns the rules that match a file.
  Found fitting(const std::string& file) const {
    const std::string base = base_name(file);
    Found found;
    add_named(file, 2 * kName, found);
    if (base != file) add_named(base, kName, found);
    for (const FileColumn* rule : patterns_) {
      if (const std::size_t worth = fit(rule->file, file, base)) found.emplace_back(worth, rule);
    }
    return found;
  }

  /// Counts the work of comparing a file with all rules; throws `limit.exceeded`.
  void count(const std::string& file) {
    steps_ += weight_ * std::ssize(file);
    check_limit(WorkLimit::FileRuleSteps, steps_, {.pointer = "/files"});
  }

 private:
  void add_named(const std::string& name, std::size_t worth, Found& found) const {
    const auto known = names_.find(name);
    if (known == names_.end()) return;
    for (const FileColumn* rule : known->second) found.emplace_back(worth, rule);
  }

  std::unordered_map<std::string, std::vector<const FileColumn*>> names_;
  std::vector<const FileColumn*> patterns_;  // with `*` or `?`
  std::int64_t weight_ = 0, steps_ = 0;      // characters of patterns, and of work
};

FileColumn filled(FileColumn column, const FileRules& rules) {
  Found found = rules.fitting(column.file);
  fill_from(found, column);
  return column;
}

}  // namespace

FileColumn with_file_rules(FileColumn column, const std::vector<FileColumn>& rules) {
  const std::string base = base_name(column.file);
  Found found;
  for (const FileColumn& rule : rules) {
    if (const std::size_t worth = fit(rule.file, column.file, base)) {
      found.emplace_back(worth, &rule);
    }
  }
  fill_from(found, column);
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
  FileRules index(rules);
  visit_columns(model, [&](FileColumn& column) {
    index.count(column.file);
    column = filled(column, index);
  });
}

void remove_file_rules(SimulationModel& model, const std::vector<FileColumn>& rules) {
  if (rules.empty()) return;
  const FileRules index(rules);
  visit_columns(model, [&](FileColumn& column) {
    FileColumn rule;
    rule.file = column.file;
    take_out(column, filled(std::move(rule), index));
  });
}

Diagnostics unused_file_rules(const std::vector<FileColumn>& rules,
                              const std::vector<std::string>& files) {
  constexpr std::size_t kMostCompared = 5'000'000;  // names, for hints; some seconds
  const FileRules index(rules);
  std::unordered_set<const FileColumn*> used;
  for (const std::string& file : files) {
    for (const auto& [worth, rule] : index.fitting(file)) used.insert(rule);
  }
  Diagnostics warnings;
  std::size_t compared = 0;
  for (const FileColumn& rule : rules) {
    if (used.contains(&rule)) continue;
    const bool hinted = compared <= kMostCompared;
    compared += files.size();
    warnings.warning(
        "data.file_rule_unused", {.pointer = "/files" + pointer_part(rule.file)},
        fmt::format("the rules for '{}' have no effect, because no column is read from this file{}",
                    rule.file, hinted ? did_you_mean(rule.file, files) : ""));
  }
  return warnings;
}

std::vector<std::string> column_files(const SimulationModel& model) {
  std::vector<std::string> files;
  std::unordered_set<std::string> seen;
  visit_file_columns(model, [&](const FileColumn& column) {
    if (seen.insert(column.file).second) files.push_back(column.file);
  });
  return files;
}

}  // namespace hearth
