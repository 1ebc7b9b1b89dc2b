// SPDX-License-Identifier: MIT
#include "hearth/apps/report/inputs/config_words.hpp"

#include <fmt/format.h>

#include "hearth/data/sources/data_files.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/ontology/model_files/weekly_rules_json.hpp"

namespace hearth::apps {
namespace {

constexpr std::size_t kShownPoints = 6;

std::string with_unit(const std::string& text, const std::optional<Unit>& unit) {
  return unit && *unit != unit::one ? text + " " + unit->symbol : text;
}

std::string rules_words(const WeeklyRules& rules, const std::optional<Unit>& unit) {
  std::string text = with_unit(number_text(rules.otherwise), unit);
  for (const WeeklyRule& rule : rules.rules) {
    text +=
        fmt::format("; {} {} to {}: {}", days_text(rule.days), time_of_day_text(rule.from_minute),
                    time_of_day_text(rule.to_minute), with_unit(number_text(rule.value), unit));
  }
  if (rules.end_inclusive) text += "; a rule's last minute is part of it";
  return text;
}

std::string resample_words(const FileColumn& column) {
  std::string text;
  if (column.resample == Resample::Linear) text += ", joined by lines";
  if (column.resample == Resample::Hold) text += ", held";
  if (column.resample == Resample::Mean) text += ", averaged";
  if (column.stamp == Stamp::MeanBefore) text += ", means over the time before the stamp";
  if (column.stamp == Stamp::MeanAfter) text += ", means over the time after the stamp";
  if (column.max_gap) text += fmt::format(", gaps up to {} s", number_text(*column.max_gap));
  if (column.outside == Outside::Hold) text += ", held beyond its ends";
  return text;
}

std::string column_words(const FileColumn& column) {
  const auto* name = std::get_if<std::string>(&column.column);
  const std::string which =
      name != nullptr ? *name : fmt::format("number {}", std::get<int>(column.column));
  std::string text = fmt::format("column {} of {}", which, base_name(column.file));
  if (column.unit) text += fmt::format(" [{}]", column.unit->symbol);
  return text + resample_words(column);
}

std::string points_words(const TimeTable& table, const std::optional<Unit>& unit) {
  std::string text = fmt::format("{} points{}", table.times.size(),
                                 table.shape == Series::Shape::Linear ? ", joined by lines" : "");
  for (std::size_t i = 0; i < table.times.size() && i < kShownPoints; ++i) {
    text += fmt::format("{} {} at {} s", i == 0 ? ":" : ",",
                        with_unit(number_text(table.values[i]), unit), number_text(table.times[i]));
  }
  return table.times.size() > kShownPoints ? text + ", ..." : text;
}

struct SourceWords {
  const std::optional<Unit>& unit;
  std::string operator()(double value) const { return with_unit(number_text(value), unit); }
  std::string operator()(const WeeklyRules& rules) const { return rules_words(rules, unit); }
  std::string operator()(const FileColumn& column) const { return column_words(column); }
  std::string operator()(const TimeTable& table) const { return points_words(table, unit); }
  std::string operator()(const SunAngle& sun) const {
    return sun.angle == SunAngle::Angle::Zenith ? "zenith angle of the sun"
                                                : "azimuth angle of the sun";
  }
};

struct SettingWords {
  std::string operator()(const SeriesSpec& series) const {
    return std::visit(SourceWords{series.unit}, series.source);
  }
  std::string operator()(int value) const { return fmt::format("{}", value); }
  std::string operator()(bool value) const { return value ? "yes" : "no"; }
  std::string operator()(const Table& table) const {
    return fmt::format("table of {} rows and {} columns", table.rows(), table.columns());
  }
  std::string operator()(const FileName& file) const { return base_name(file.path); }
  std::string operator()(const Word& word) const { return word.text; }
};

}  // namespace

std::string config_words(const ConfigSetting& setting) {
  return std::visit(SettingWords{}, setting);
}

}  // namespace hearth::apps
