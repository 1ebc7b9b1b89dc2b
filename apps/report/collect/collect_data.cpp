// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

#include "hearth/apps/report/collect/collectors.hpp"
#include "hearth/data/sources/audit.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth::apps {
namespace {

constexpr std::size_t kShownSteps = 3;
constexpr std::size_t kShownFindings = 200;

std::string whole(long number) { return fmt::format("{}", number); }

std::string steps_text(const DataAudit& audit) {
  std::string text;
  for (std::size_t i = 0; i < audit.steps.size() && i < kShownSteps; ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : ", ", hearth::describe(audit.steps[i].step));
    if (audit.steps.size() > 1) text += fmt::format(" ({}x)", audit.steps[i].count);
  }
  if (audit.steps.size() > kShownSteps) {
    text += fmt::format(", {} other lengths", audit.steps.size() - kShownSteps);
  }
  return text;
}

double missing_percent(const DataAudit& audit) {
  long missing = 0, cells = 0;
  for (const ColumnAudit& column : audit.columns) {
    if (!column.numeric) continue;
    missing += column.missing;
    cells += audit.rows;
  }
  return cells > 0 ? 100.0 * static_cast<double>(missing) / static_cast<double>(cells) : 0.0;
}

/// Fills the tables, one file after the other.
class AuditTables {
 public:
  AuditTables() {
    files_.title = "Data files";
    files_.columns = {"file",    "rows", "from", "to", "step", "missing", "omitted time stamps",
                      "repeated"};
    files_.units = {"", "", "", "", "", "%", "", ""};
    files_.numeric = {false, true, false, false, false, true, true, true};
    columns_.title = "Columns of the data files";
    columns_.columns = {"file",    "column",      "smallest",   "largest",
                        "missing", "longest gap", "flat spans", "daylight saving"};
    columns_.units = {"", "", "", "", "%", "", "", ""};
    columns_.numeric = {false, false, true, true, true, false, true, true};
    findings_.title = "Intervals without change, and changes of daylight saving time";
    findings_.columns = {"file", "column", "finding", "from", "to", "value"};
    findings_.units.resize(findings_.columns.size());
    findings_.numeric = {false, false, false, false, false, true};
  }

  void add(const std::string& name, const DataAudit& audit) {
    const Zone zone = audit.zone.empty() ? Zone() : Zone(audit.zone);
    std::vector<std::string> row = {name, whole(audit.rows), "", ""};
    if (audit.rows > 0) {
      row[2] = format_time(audit.first, zone);
      row[3] = format_time(audit.last, zone);
    }
    row.push_back(steps_text(audit));
    row.push_back(number_text(missing_percent(audit)));
    row.push_back(whole(audit.absent));
    row.push_back(whole(audit.duplicates));
    files_.cells.push_back(std::move(row));
    const Duration interval = audit.steps.empty() ? Duration{} : audit.steps.front().step;
    for (const ColumnAudit& column : audit.columns) add_column(name, column, interval, zone);
  }

  std::vector<ReportTable> take() {
    std::vector<ReportTable> tables;
    if (files_.cells.empty()) return tables;
    tables.push_back(std::move(files_));
    tables.push_back(std::move(columns_));
    if (more_ > 0) findings_.note = fmt::format("{} more are not shown.", more_);
    if (!findings_.cells.empty()) tables.push_back(std::move(findings_));
    return tables;
  }

 private:
  void add_column(const std::string& name, const ColumnAudit& column, Duration interval,
                  const Zone& zone) {
    if (!column.numeric) {
      columns_.cells.push_back({name, column.name, "", "", "", "no numbers", "", ""});
      return;
    }
    const bool gap = column.longest_gap.length() > interval;
    columns_.cells.push_back(
        {name, column.name, number_text(column.min + 0.0),  // adding 0 turns -0 into 0
         number_text(column.max + 0.0), number_text(100.0 * column.missing_share),
         gap ? hearth::describe(column.longest_gap.length()) + " from " +
                   format_time(column.longest_gap.from, zone)
             : "",
         fmt::format("{}", column.flat.size()), fmt::format("{}", column.daylight.size())});
    for (const FlatSpan& span : column.flat) {
      add_finding({name, column.name, fmt::format("flat, {} values", span.count),
                   format_time(span.from, zone), format_time(span.to, zone),
                   number_text(span.value)});
    }
    for (const DaylightAnomaly& anomaly : column.daylight) {
      add_finding({name, column.name,
                   fmt::format("clocks put {}: no value in the hour {}",
                               anomaly.forward ? "forward" : "back",
                               anomaly.before && anomaly.after ? "before and after"
                               : anomaly.before                ? "before"
                                                               : "after"),
                   format_time(anomaly.change, zone), "", ""});
    }
  }

  void add_finding(std::vector<std::string> row) {
    if (findings_.cells.size() < kShownFindings) {
      findings_.cells.push_back(std::move(row));
    } else {
      ++more_;
    }
  }

  ReportTable files_, columns_, findings_;
  long more_ = 0;
};

}  // namespace

bool is_data_file(const std::string& name) {
  static constexpr std::array<std::string_view, 5> kOthers = {".json", ".ttl", ".turtle", ".fmu",
                                                              ".sqlite"};
  const std::string ending = lower_case(std::filesystem::path(name).extension().string());
  return std::find(kOthers.begin(), kOthers.end(), ending) == kOthers.end();
}

std::vector<ReportTable> data_tables(const std::vector<DataSource>& sources, const PathText& paths,
                                     Diagnostics& diagnostics) {
  AuditTables tables;
  for (const DataSource& source : sources) {
    try {
      tables.add(paths.path(source.name), audit_data(source.path, source.options));
    } catch (const Error& error) {
      // The message does not quote the file: a record from elsewhere may name any file.
      const Diagnostic& first = error.diagnostics().items().front();
      diagnostics.warning(first.code, {.file = first.where.file, .line = first.where.line},
                          "cannot be read as data, so that its quality is not shown");
    }
  }
  return tables.take();
}

ReportTable series_table(const std::vector<SeriesReport>& series, const PathText& paths,
                         const std::string& title) {
  ReportTable table;
  table.title = title;
  table.note =
      "Series of a run: missing values are interpolated as set in the model, and steps outside the "
      "data "
      "use the first or last value.";
  table.columns = {"series", "file", "points", "missing", "steps outside"};
  table.units.resize(table.columns.size());
  table.numeric = {false, false, true, true, true};
  for (const SeriesReport& report : series) {
    if (report.file.empty()) continue;
    table.cells.push_back({report.owner, paths.path(report.file), whole(report.points),
                           whole(report.missing), whole(report.held)});
  }
  return table;
}

}  // namespace hearth::apps
