// SPDX-License-Identifier: MIT
#include <algorithm>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/apps/views/file_check.hpp"
#include "hearth/data/json/diagnostics_json.hpp"
#include "hearth/data/json/json_text.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/base/printable.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth::apps {
namespace {

using Json = nlohmann::ordered_json;

long count(const Diagnostics& diagnostics, Severity severity) {
  const auto& items = diagnostics.items();
  return std::count_if(items.begin(), items.end(),
                       [severity](const Diagnostic& item) { return item.severity == severity; });
}

Json column_json(const ColumnAudit& column, const Zone& zone) {
  Json json = {{"name", column.name},
               {"numeric", column.numeric},
               {"missing", column.missing},
               {"missing_share", column.missing_share},
               {"invalid", column.invalid},
               {"min", column.min},
               {"max", column.max},
               {"longest_gap",
                {{"from", format_time(column.longest_gap.from, zone)},
                 {"seconds", seconds(column.longest_gap.length())}}}};
  json["flat"] = Json::array();
  for (const FlatSpan& span : column.flat) {
    json["flat"].push_back({{"from", format_time(span.from, zone)},
                            {"to", format_time(span.to, zone)},
                            {"value", span.value},
                            {"count", span.count}});
  }
  json["daylight"] = Json::array();
  for (const DaylightAnomaly& anomaly : column.daylight) {
    json["daylight"].push_back({{"change", format_time(anomaly.change, zone)},
                                {"forward", anomaly.forward},
                                {"before", anomaly.before},
                                {"after", anomaly.after}});
  }
  return json;
}

Json audit_json(const DataAudit& audit) {
  const Zone zone = audit.zone.empty() ? Zone() : Zone(audit.zone);
  Json json = {{"rows", audit.rows},
               {"first", format_time(audit.first, zone)},
               {"last", format_time(audit.last, zone)},
               {"timezone", audit.zone},
               {"separator", std::string(audit.separator == '\0' ? 0 : 1, audit.separator)},
               {"decimal_comma", audit.decimal_comma},
               {"reading", reading_keys(audit.column)},
               {"reversed", audit.reversed},
               {"duplicates", audit.duplicates},
               {"absent", audit.absent},
               {"ambiguous", audit.ambiguous}};
  json["steps"] = Json::array();
  for (const StepCount& step : audit.steps) {
    json["steps"].push_back({{"seconds", seconds(step.step)}, {"count", step.count}});
  }
  json["columns"] = Json::array();
  for (const ColumnAudit& column : audit.columns) {
    json["columns"].push_back(column_json(column, zone));
  }
  return json;
}

Json findings_json(const FileFindings& findings) {
  Json json;
  json["file"] = findings.file.string();
  json["kind"] = findings.kind ? Json(kind_name(*findings.kind)) : Json(nullptr);
  json["summary"] = findings.summary;
  json["errors"] = count(findings.diagnostics, Severity::Error);
  json["warnings"] = count(findings.diagnostics, Severity::Warning);
  json["notes"] = count(findings.diagnostics, Severity::Note);
  json["diagnostics"] = diagnostics_form().write(findings.diagnostics);
  if (findings.data) json["data"] = audit_json(*findings.data);
  return json;
}

std::string findings_text(const FileFindings& findings) {
  std::string text = printable(findings.file.string()) + ": ";
  if (findings.kind) text += fmt::format("{}, ", kind_name(*findings.kind));
  if (!findings.summary.empty()) text += printable(findings.summary) + "; ";
  text +=
      fmt::format("{}, {}, {}\n", counted(count(findings.diagnostics, Severity::Error), "error"),
                  counted(count(findings.diagnostics, Severity::Warning), "warning"),
                  counted(count(findings.diagnostics, Severity::Note), "note"));
  if (findings.data) text += audit_text(*findings.data);
  return text;
}

}  // namespace

int run_verb(const CheckOptions& options, Session& session) {
  bool wrong = false;
  Json files = Json::array();
  FileColumn column = options.column;
  if (!options.time.empty()) column.time_column = options.time.front();
  if (options.time.size() > 1) column.clock_column = options.time.back();
  for (const std::filesystem::path& file : options.files) {
    const FileFindings findings = check_file(file, options.model, column);
    wrong |= findings.diagnostics.has_errors();
    session.messages.show(findings.diagnostics);
    if (options.json) {
      files.push_back(findings_json(findings));
    } else {
      session.out << findings_text(findings) << std::flush;
    }
  }
  if (options.json) session.out << to_shown_text(Json{{"files", std::move(files)}});
  return wrong ? kInputInvalid : kDone;
}

}  // namespace hearth::apps
