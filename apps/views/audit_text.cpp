// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/apps/views/file_check.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/base/printable.hpp"

namespace hearth::apps {
namespace {

constexpr std::size_t kShownSteps = 5;
constexpr std::size_t kShownSpans = 5;

std::string format_text(const DataAudit& audit) {
  if (audit.separator == '\0') return "";
  const std::string mark = audit.separator == '\t' ? "tabs" : fmt::format("'{}'", audit.separator);
  std::string text = "  separated by " + mark;
  if (audit.decimal_comma) text += ", decimal comma";
  if (audit.reversed) text += ", newest row first";
  const std::string keys = reading_keys(audit.column);
  return text + "\n" + (keys.empty() ? "" : "  read with " + keys + "\n");
}

std::string steps_text(const DataAudit& audit) {
  if (audit.steps.empty()) return "";
  std::string text = "  steps:";
  for (std::size_t i = 0; i < audit.steps.size() && i < kShownSteps; ++i) {
    text += fmt::format("{} {} x {}", i == 0 ? "" : ",", audit.steps[i].count,
                        describe(audit.steps[i].step));
  }
  if (audit.steps.size() > kShownSteps) {
    text += fmt::format(", {} other lengths", audit.steps.size() - kShownSteps);
  }
  return text + "\n";
}

std::string counts_text(const DataAudit& audit) {
  std::string text;
  if (audit.absent > 0) text += fmt::format("  omitted time stamps: {}\n", audit.absent);
  if (audit.duplicates > 0) text += fmt::format("  repeated time stamps: {}\n", audit.duplicates);
  if (audit.ambiguous > 0) {
    text += fmt::format("  time stamps in a repeated hour: {}\n", audit.ambiguous);
  }
  return text;
}

std::string flat_text(const ColumnAudit& column, const Zone& zone) {
  std::string text;
  for (std::size_t i = 0; i < column.flat.size() && i < kShownSpans; ++i) {
    const FlatSpan& span = column.flat[i];
    text += fmt::format("      flat at {} from {} to {} ({} values)\n", span.value,
                        format_time(span.from, zone), format_time(span.to, zone), span.count);
  }
  if (column.flat.size() > kShownSpans) {
    text += fmt::format("      {} more flat spans\n", column.flat.size() - kShownSpans);
  }
  return text;
}

std::string daylight_text(const ColumnAudit& column, const Zone& zone) {
  std::string text;
  for (const DaylightAnomaly& anomaly : column.daylight) {
    text +=
        fmt::format("      clocks {} at {}: no value in the hour {}\n",
                    anomaly.forward ? "put forward" : "put back", format_time(anomaly.change, zone),
                    anomaly.before && anomaly.after ? "before and after"
                    : anomaly.before                ? "before"
                                                    : "after");
  }
  return text;
}

std::string column_text(const ColumnAudit& column, Duration interval, const Zone& zone) {
  std::string text = fmt::format("    {}: ", printable(column.name));
  if (!column.numeric) return text + "no numbers\n";
  text += fmt::format("{} to {}, missing {} ({:.3g} %)", column.min + 0.0, column.max + 0.0,
                      column.missing,  // + 0.0 avoids -0
                      100.0 * column.missing_share);
  if (column.invalid > 0) text += fmt::format(", not a number {}", column.invalid);
  if (column.longest_gap.length() > interval) {
    text += fmt::format(", longest gap {} from {}", describe(column.longest_gap.length()),
                        format_time(column.longest_gap.from, zone));
  }
  return text + "\n" + flat_text(column, zone) + daylight_text(column, zone);
}

}  // namespace

std::string audit_text(const DataAudit& audit) {
  const Zone zone = audit.zone.empty() ? Zone() : Zone(audit.zone);
  std::string text = format_text(audit);
  if (audit.rows > 0) {
    text +=
        fmt::format("  {} to {}{}\n", format_time(audit.first, zone), format_time(audit.last, zone),
                    audit.zone.empty() ? "" : ", " + printable(audit.zone));
  }
  text += steps_text(audit) + counts_text(audit);
  if (!audit.design.empty()) text += "  design: " + printable(audit.design) + "\n";
  if (audit.sun_up)
    text += fmt::format("  sun above the horizon: {:.0f} h per year\n", *audit.sun_up);
  if (!audit.computed.empty()) {
    text += "  computed: " + printable(fmt::format("{}", fmt::join(audit.computed, ", "))) + "\n";
  }
  if (!audit.columns.empty()) text += "  columns:\n";
  const Duration interval = audit.steps.empty() ? Duration{} : audit.steps.front().step;
  for (const ColumnAudit& column : audit.columns) text += column_text(column, interval, zone);
  return text;
}

}  // namespace hearth::apps
