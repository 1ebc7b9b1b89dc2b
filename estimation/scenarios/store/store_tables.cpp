// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/store/store_tables.hpp"

#include <charconv>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/data/json/parse_json.hpp"
#include "hearth/estimation/scenarios/set/scenario_set.hpp"
#include "hearth/framework/base/printable.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

using nlohmann::json;

constexpr int kApplication = 0x48525448;  // `application_id` of SQLite: "HRTH"

// Parameters of a statement, `?1,?2,...`.
std::string parameters(int count) {
  std::string text;
  for (int i = 1; i <= count; ++i) text += fmt::format("{}?{}", i == 1 ? "" : ",", i);
  return text;
}

json columns_json(const StoreLayout& layout) {
  json all = json::object();
  const auto add = [&all](const char* kind, const std::vector<TableColumn>& columns) {
    all[kind] = json::array();
    for (const TableColumn& column : columns) {
      all[kind].push_back({{"name", column.name}, {"unit", column.unit}, {"text", column.text}});
    }
  };
  add("labels", layout.labels);
  add("kpis", layout.kpis);
  return all;
}

std::vector<TableColumn> read_columns(const json& list) {
  std::vector<TableColumn> columns;
  for (const json& entry : list) {
    columns.push_back({entry.at("name").get<std::string>(), entry.at("unit").get<std::string>(),
                       entry.at("text").get<bool>()});
  }
  return columns;
}

void write_meta(SqliteDatabase& database, const StoreLayout& layout) {
  SqliteStatement insert = database.prepare("INSERT INTO meta VALUES (?1, ?2)");
  const auto put = [&insert](std::string_view name, std::string_view value) {
    insert.bind(1, name).bind(2, value).run();
  };
  put("set", layout.set);
  put("version", layout.version);
  put("fingerprint", fmt::format("{:016x}", layout.fingerprint));
  put("runs", std::to_string(layout.runs));
  // Bytes of a name that are not UTF-8 are replaced instead of refused.
  put("columns", columns_json(layout).dump(-1, ' ', false, json::error_handler_t::replace));
}

template <class Number>
Number parse(const std::string& text, int base) {
  Number value{};
  std::from_chars(text.data(), text.data() + text.size(), value, base);
  return value;
}

[[noreturn]] void refuse(const SqliteDatabase& database, const std::string& why) {
  const std::string file = database.path().string();
  throw InputError(
      "data.sqlite_invalid", Where{.file = file},
      fmt::format(
          "'{}' contains no runs of a scenario set: {}; remove it, or choose another folder", file,
          why));
}

}  // namespace

bool operator==(const TableColumn& a, const TableColumn& b) {
  return a.name == b.name && a.unit == b.unit && a.text == b.text;
}

bool operator==(const StoreLayout& a, const StoreLayout& b) {
  return a.set == b.set && a.version == b.version && a.fingerprint == b.fingerprint &&
         a.runs == b.runs && a.labels == b.labels && a.kpis == b.kpis;
}

std::string column_title(const TableColumn& column) {
  return column.unit.empty() ? column.name : fmt::format("{} [{}]", column.name, column.unit);
}

std::vector<std::string> run_titles(const StoreLayout& layout) {
  std::vector<std::string> titles;
  std::set<std::string> taken{"run", "month", "status", "message"};
  const auto add = [&](const TableColumn& column) {
    std::string title = column_title(column);
    for (int k = 2; !taken.insert(lower_case(title)).second; ++k) {
      title = fmt::format("{} {}", column_title(column), k);
    }
    titles.push_back(std::move(title));
  };
  for (const TableColumn& column : layout.labels) add(column);
  titles.emplace_back("status");
  titles.emplace_back("message");
  for (const TableColumn& column : layout.kpis) add(column);
  return titles;
}

std::vector<std::string> kpi_titles(const StoreLayout& layout) {
  std::vector<std::string> titles = run_titles(layout);
  titles.erase(titles.begin(), titles.end() - static_cast<std::ptrdiff_t>(layout.kpis.size()));
  return titles;
}

void create_run_tables(SqliteDatabase& database, const StoreLayout& layout) {
  const std::vector<std::string> titles = run_titles(layout);
  std::string runs = "CREATE TABLE runs(run INTEGER PRIMARY KEY";
  for (std::size_t i = 0; i < titles.size(); ++i) {
    const bool text = i < layout.labels.size() ? layout.labels[i].text
                                               : i < layout.labels.size() + 2;  // status, message
    runs += fmt::format(", {} {}", sql_name(titles[i]), text ? "TEXT" : "REAL");
  }
  std::string months = "CREATE TABLE months(run INTEGER, month TEXT";
  for (const std::string& title : kpi_titles(layout)) {
    months += fmt::format(", {} REAL", sql_name(title));
  }
  database.run(fmt::format("PRAGMA application_id = {}", kApplication));
  database.run("CREATE TABLE meta(name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID");
  database.run(runs + ")");
  database.run(months + ", PRIMARY KEY(run, month)) WITHOUT ROWID");
  write_meta(database, layout);
}

std::optional<StoreLayout> read_layout(SqliteDatabase& database) {
  SqliteStatement count = database.prepare("SELECT count(*) FROM sqlite_master");
  count.next();
  if (count.integer(0) == 0) return std::nullopt;
  count.reset();
  SqliteStatement application = database.prepare("PRAGMA application_id");
  application.next();
  if (application.integer(0) != kApplication || !database.has_table("meta")) {
    refuse(database, "it is not a database of scenario results");
  }
  SqliteStatement meta = database.prepare("SELECT value FROM meta WHERE name = ?1");
  const auto get = [&](std::string_view name) {
    meta.bind(1, name);
    if (!meta.next()) refuse(database, fmt::format("'{}' is missing in 'meta'", name));
    std::string value(meta.text(0));
    meta.reset();
    return value;
  };
  StoreLayout layout;
  layout.set = get("set");
  layout.version = get("version");
  layout.fingerprint = parse<std::uint64_t>(get("fingerprint"), 16);
  layout.runs = parse<long>(get("runs"), 10);
  if (layout.runs < 0 || layout.runs > kMostRuns) {
    refuse(database,
           fmt::format("'runs' in 'meta' is {}, expected 0 to {}", layout.runs, kMostRuns));
  }
  try {
    const json columns = parse_json(get("columns"));
    layout.labels = read_columns(columns.at("labels"));
    layout.kpis = read_columns(columns.at("kpis"));
  } catch (const json::exception&) {
    refuse(database, "'columns' in 'meta' cannot be read");
  }
  return layout;
}

RunRowWriter::RunRowWriter(SqliteDatabase& database, const StoreLayout& layout)
    : labels_(layout.labels),
      kpis_(static_cast<int>(layout.kpis.size())),
      run_(database.prepare(
          fmt::format("INSERT OR REPLACE INTO runs VALUES ({})",
                      parameters(static_cast<int>(layout.labels.size()) + 3 + kpis_)))),
      clear_months_(database.prepare("DELETE FROM months WHERE run = ?1")),
      month_(
          database.prepare(fmt::format("INSERT INTO months VALUES ({})", parameters(2 + kpis_)))) {}

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// Binds KPIs; KPIs that a run has not computed become NULL.
void bind_kpis(SqliteStatement& statement, int first, int count,
               const std::vector<double>& values) {
  for (int i = 0; i < count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    statement.bind(first + i, k < values.size() ? values[k] : kNone);
  }
}

std::vector<double> read_kpis(const SqliteStatement& statement, int first, int count) {
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) values.push_back(statement.number(first + i));
  return values;
}

/// Throws if a number is infinite, which no run writes; NaN represents a missing number.
void check_finite(const std::vector<double>& numbers, long run, const std::string& file) {
  for (const double number : numbers) {
    if (!std::isinf(number)) continue;
    throw InputError(
        "data.sqlite_invalid", Where{.file = file},
        fmt::format("the numbers of run {} are damaged: one is infinite; run it again", run));
  }
}

}  // namespace

void RunRowWriter::write(const FinishedRun& run) {
  const std::int64_t index = run.index;
  int parameter = 1;
  run_.bind(parameter++, index);
  std::size_t word = 0;
  std::size_t number = 0;
  for (const TableColumn& label : labels_) {
    if (label.text) {
      run_.bind(parameter++, word < run.words.size() ? std::string_view(run.words[word]) : "");
      ++word;
    } else {
      run_.bind(parameter++, number < run.numbers.size() ? run.numbers[number] : kNone);
      ++number;
    }
  }
  run_.bind(parameter++, std::string_view(run.failure.empty() ? "done" : "failed"));
  run_.bind(parameter++, std::string_view(run.failure));
  bind_kpis(run_, parameter, kpis_, run.kpis);
  run_.run();
  clear_months_.bind(1, index).run();
  for (const auto& [month, values] : run.months) {
    month_.bind(1, index).bind(2, std::string_view(month));
    bind_kpis(month_, 3, kpis_, values);
    month_.run();
  }
}

RunRowReader::RunRowReader(SqliteDatabase& database, const StoreLayout& layout)
    : file_(database.path().string()),
      labels_(layout.labels),
      kpis_(static_cast<int>(layout.kpis.size())),
      run_(database.prepare("SELECT * FROM runs WHERE run = ?1")),
      months_(database.prepare("SELECT * FROM months WHERE run = ?1 ORDER BY month")) {
  const int expected = static_cast<int>(labels_.size()) + 3 + kpis_;
  if (run_.columns() != expected || months_.columns() != 2 + kpis_) {
    refuse(database, "its tables have other columns than those in 'meta'");
  }
}

FinishedRun RunRowReader::read(long index) {
  FinishedRun run;
  run.index = index;
  if (!run_.bind(1, std::int64_t{index}).next()) {
    throw InputError("data.sqlite_invalid", Where{.file = file_},
                     fmt::format("run {} is missing in 'runs'", index));
  }
  int column = 1;
  for (const TableColumn& label : labels_) {
    if (label.text) {
      run.words.push_back(valid_utf8(run_.text(column++)));
    } else {
      run.numbers.push_back(run_.number(column++));
    }
  }
  const bool failed = run_.text(column++) != "done";
  run.failure = valid_utf8(run_.text(column++));
  if (failed && run.failure.empty()) run.failure = "failed";
  run.kpis = read_kpis(run_, column, kpis_);
  run_.reset();
  check_finite(run.numbers, index, file_);
  check_finite(run.kpis, index, file_);
  months_.bind(1, std::int64_t{index});
  while (months_.next()) {
    run.months.emplace_back(valid_utf8(months_.text(1)), read_kpis(months_, 2, kpis_));
    check_finite(run.months.back().second, index, file_);
  }
  return run;
}

}  // namespace hearth
