// SPDX-License-Identifier: MIT
#include "hearth/data/sources/data_files.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/data/sqlite/internal/sqlite_rows.hpp"
#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/data/weather/weather_series.hpp"
#include "hearth/framework/base/read_confinement.hpp"
#include "hearth/framework/confinement/fixed_confinement.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

std::string full_name(const fs::path& path) {
  return fs::absolute(path).lexically_normal().string();
}

std::string table_key(const fs::path& path, Separator separator) {
  std::string key = full_name(path);
  if (separator != Separator::Auto) key += fmt::format("\n{}", static_cast<int>(separator));
  return key;
}

/// Returns the series itself, or a copy with the `scale` and `offset` of a column applied.
std::shared_ptr<const RawSeries> scaled(const std::shared_ptr<const RawSeries>& series,
                                        const FileColumn& column) {
  if (!column.scale && !column.offset) return series;
  auto copy = std::make_shared<RawSeries>(*series);
  const double scale = column.scale.value_or(1.0);
  const double offset = column.offset.value_or(0.0);
  for (double& value : copy->values) value = scale * value + offset;
  return copy;
}

int mark_number(const std::optional<Mark>& mark) { return mark ? static_cast<int>(*mark) : -1; }

/// Returns how the numbers of a column are written; throws InputError `data.marks_equal`.
NumberFormat number_format(const FileColumn& column, const CsvTable& table) {
  if (column.decimal && column.decimal == column.thousands) {
    throw InputError("data.marks_equal", Where{.file = table.file()},
                     "\"decimal\" and \"thousands\" are the same mark: correct one of them");
  }
  NumberFormat format{column.decimal, column.thousands, column.missing};
  for (std::string& word : table.declared_list("missing"))
    format.missing.push_back(std::move(word));
  return format;
}

/// Adds a note about the detected form of a file that is not plain CSV.
void note_format(const CsvTable& table, const fs::path& path, Diagnostics& notes) {
  std::string found;
  if (table.separator() != ',') {
    const char* marks = table.separator() == ';'   ? "semicolons"
                        : table.separator() == '|' ? "bars"
                                                   : "tabs";
    found = fmt::format("the cells are separated by {}{}", marks,
                        table.decimal_comma() ? ", with decimal commas" : "");
  }
  if (table.title_lines() > 0) {
    found += fmt::format("{}the names of the columns are in line {}, below titles",
                         found.empty() ? "" : "; ", table.header_line());
  }
  if (LongCsv::has_form(table)) {
    found +=
        fmt::format("{}the file has one row for each value of a series", found.empty() ? "" : "; ");
  }
  if (!found.empty()) notes.note("data.csv_format", Where{.file = path.string()}, found);
}

}  // namespace

std::string base_name(const std::string& path) {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::string name_from(const fs::path& folder, const fs::path& file) {
  const fs::path whole = fs::absolute(file).lexically_normal();
  const fs::path name = whole.lexically_relative(fs::absolute(folder).lexically_normal());
  return (name.empty() ? whole : name).generic_string();
}

DataFiles::DataFiles(DataOptions options) : options_(std::move(options)) {
  if (options_.folders.empty()) options_.folders.emplace_back(".");
}

std::vector<fs::path> DataFiles::places(const std::string& file) const {
  std::string portable = file;
  std::replace(portable.begin(), portable.end(), '\\', '/');
  const auto drive = portable.size() > 1 && portable[1] == ':';
  const bool absolute = fs::path(file).is_absolute();
  std::vector<fs::path> places;
  // An absolute path, from an option or of a file that was already found, is used unchanged.
  if (absolute) places.emplace_back(file);
  if (options_.data_dir) {
    const fs::path by_name = *options_.data_dir / base_name(file);
    if (!absolute && !drive) places.push_back(*options_.data_dir / portable);
    if (places.empty() || places.back() != by_name) places.push_back(by_name);
  }
  if (absolute || drive) return places;
  for (const fs::path& folder : options_.folders) places.push_back(folder / portable);
  return places;
}

std::optional<fs::path> DataFiles::find(const std::string& file) const {
  std::error_code ignored;
  for (const fs::path& place : places(file)) {
    // A folder through which `..` in the name passes may not exist yet.
    const fs::path normal = place.lexically_normal();
    if (is_hidden(place) || is_hidden(normal)) continue;
    if (fs::exists(place, ignored) || fs::exists(normal, ignored)) return normal;
  }
  return std::nullopt;
}

InputError DataFiles::missing_file(const std::string& file, const Where& where) const {
  std::string looked;
  std::set<fs::path> seen;
  for (const fs::path& place : places(file)) {
    if (!seen.insert(place.lexically_normal()).second) continue;
    looked += (looked.empty() ? "'" : ", '") + place.lexically_normal().string() + "'";
  }
  std::string remedy;
  if (!options_.data_dir) {
    remedy = "; correct the path, or set --data-dir to the folder that contains the file";
    std::error_code ignored;
    for (const fs::path& folder : options_.folders) {
      if (!fs::exists(folder / base_name(file), ignored)) continue;
      remedy = fmt::format("; a file of that name is in '{}': set --data-dir",
                           folder.empty() ? "." : folder.string());
      break;
    }
  }
  return {"data.file_missing", where,
          fmt::format("the file '{}' does not exist{}{}", file,
                      looked.empty() ? "" : ", looked for " + looked, remedy)};
}

void DataFiles::require(const std::vector<InputFile>& files) {
  const std::lock_guard lock(mutex_);
  for (const InputFile& file : files) required_[full_name(file.path)] = file.hash;
}

void DataFiles::require_known(const fs::path& path, std::uint64_t hash) const {
  const auto known = required_.find(full_name(path));
  if (known == required_.end() || known->second == hash) return;
  throw InputError(
      "data.changed", Where{.file = path.string()},
      "it changed after this call first read it: start again when no other program writes it");
}

DataFiles::Table& DataFiles::locked_table(const fs::path& path, Separator separator,
                                          Diagnostics& notes) {
  const std::string key = table_key(path, separator);
  if (const auto known = tables_.find(key); known != tables_.end()) return known->second;
  if (is_sqlite_file(path)) {
    const std::uint64_t hash = hash_of_database(path);
    require_known(path, hash);
    Table table{.file = path.string(), .hash = hash, .content = SqliteSeries(path)};
    return tables_.emplace(key, std::move(table)).first->second;
  }
  std::string text = read_text_file(path);
  Table table{.file = path.string(), .hash = fnv1a64(text), .content = WeatherFile{}};
  require_known(path, table.hash);
  if (is_weather_file(path, text)) {
    table.content = parse_weather(text, path);
  } else {
    CsvTable csv = CsvTable::parse(std::move(text), path.string(), separator);
    note_format(csv, path, notes);
    if (LongCsv::has_form(csv)) {
      table.content = LongCsv(std::move(csv));
    } else {
      table.content = std::move(csv);
    }
  }
  return tables_.emplace(key, std::move(table)).first->second;
}

std::optional<InputError> DataFiles::lacks(const fs::path& path, const FileColumn& file_column,
                                           Diagnostics& notes) {
  const std::lock_guard lock(mutex_);
  const ColumnName& column = file_column.column;
  Table& table = locked_table(path, file_column.separator.value_or(Separator::Auto), notes);
  if (auto* sqlite = std::get_if<SqliteSeries>(&table.content)) return sqlite->lacks(column);
  if (const auto* rows = std::get_if<LongCsv>(&table.content)) return rows->lacks(column);
  if (const auto* weather = std::get_if<WeatherFile>(&table.content)) {
    if (has_weather_column(*weather, column)) return std::nullopt;
    return missing_weather_column(*weather, column);
  }
  const CsvTable& csv = std::get<CsvTable>(table.content);
  if (csv.find(column)) return std::nullopt;
  return csv.missing_column(column);
}

const RowTimes& DataFiles::locked_times(const CsvTable& table, const TimesKey& key,
                                        const StampRules& rules, Diagnostics& notes) {
  if (const auto known = times_.find(key); known != times_.end()) return known->second;
  const RowTimes& times =
      times_.emplace(key, read_row_times(table, std::get<1>(key), rules)).first->second;
  if (times.reversed) {
    notes.note("data.reversed", Where{.file = table.file()},
               "rows run from the newest to the oldest; read in reverse");
  }
  if (times.ambiguous > 0) {
    notes.note("data.ambiguous_times", Where{.file = table.file()},
               fmt::format(
                   "{} time stamps of an hour that occurs twice were distinguished by the order of "
                   "the rows",
                   times.ambiguous));
  }
  return times;
}

std::shared_ptr<const RawSeries> DataFiles::locked_weather(const WeatherFile& weather,
                                                           const FileColumn& column,
                                                           const SeriesNeed& need) {
  Site site = need.site;
  if (!column.timezone.empty()) site.timezone = column.timezone;
  if (site.timezone.empty()) site.timezone = options_.timezone;
  const std::chrono::year year(weather.year);
  const Instant from = need.from.value_or(std::chrono::sys_days(year / 1 / 1));
  const Instant to = need.to.value_or(std::chrono::sys_days(year / 12 / 31));
  const std::string name = std::holds_alternative<int>(column.column)
                               ? std::to_string(std::get<int>(column.column))
                               : "'" + std::get<std::string>(column.column);
  const std::string key =
      fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}", weather.file, name, site.timezone,
                  site.latitude.value_or(999.0), site.longitude.value_or(999.0),
                  from.time_since_epoch().count(), to.time_since_epoch().count());
  if (const auto known = weather_.find(key); known != weather_.end()) return known->second;
  return weather_
      .emplace(key,
               std::make_shared<RawSeries>(weather_series(weather, column.column, site, from, to)))
      .first->second;
}

std::shared_ptr<const RawSeries> DataFiles::series(const fs::path& path, const FileColumn& column,
                                                   const SeriesNeed& need, Diagnostics& notes) {
  const std::lock_guard lock(mutex_);
  const Separator separator = column.separator.value_or(Separator::Auto);
  Table& content = locked_table(path, separator, notes);
  if (const auto* weather = std::get_if<WeatherFile>(&content.content)) {
    if (need.from && need.to) {
      const std::string message = weather_of_other_years(*weather, *need.from, *need.to);
      if (!message.empty()) {
        notes.note("data.weather_of_other_year", {.file = weather->file}, message);
      }
    }
    return scaled(locked_weather(*weather, column, need), column);
  }
  if (auto* sqlite = std::get_if<SqliteSeries>(&content.content)) {
    const auto selection = sqlite->select(column.column, column.time_column.value_or(0), notes,
                                          TimeFormat(column.time_format));
    FileColumn selected = column;
    selected.column = selection.column;
    return scaled(locked_series(*selection.table, full_name(path) + "\n" + selection.key, selected,
                                need, notes),
                  column);
  }
  if (auto* rows = std::get_if<LongCsv>(&content.content)) {
    const auto selection = rows->select(column.column);
    FileColumn selected = column;
    if (!selection.key.empty()) selected.column = 1;
    if (!selection.key.empty()) selected.time_column.reset();
    return scaled(locked_series(*selection.table, table_key(path, separator) + "\n" + selection.key,
                                selected, need, notes),
                  column);
  }
  return scaled(locked_series(std::get<CsvTable>(content.content), table_key(path, separator),
                              column, need, notes),
                column);
}

std::shared_ptr<const RawSeries> DataFiles::locked_series(const CsvTable& table,
                                                          const std::string& table_key,
                                                          const FileColumn& column,
                                                          const SeriesNeed& need,
                                                          Diagnostics& notes) {
  const int value_column = table.position(column.column);
  const int time_column = table.position(column.time_column.value_or(0));
  StampRules rules = stamp_rules(
      table, column.timezone, need.site.timezone.empty() ? options_.timezone : need.site.timezone);
  if (!column.time_format.empty() && !table.declared(kStampsRead)) {
    rules.format = TimeFormat(column.time_format);
  }
  if (column.clock_column) rules.clock = table.position(*column.clock_column);
  const Duplicates duplicates = column.duplicates.value_or(Duplicates::Error);
  const std::string stamps = fmt::format("{}\n{}\n{}", rules.zone ? rules.zone->name() : "",
                                         rules.clock.value_or(-1), rules.format.pattern());
  const SeriesKey key{table_key, value_column,
                      fmt::format("{}\n{}\n{}\n{}\n{}\n{}", time_column, stamps,
                                  static_cast<int>(duplicates), mark_number(column.decimal),
                                  mark_number(column.thousands), fmt::join(column.missing, "\n"))};
  if (const auto known = series_.find(key); known != series_.end()) return known->second;
  const RowTimes& times = locked_times(table, {table_key, time_column, stamps}, rules, notes);
  return series_
      .emplace(key, std::make_shared<RawSeries>(
                        make_raw_series(table, value_column, times, duplicates,
                                        number_format(column, table), rules.zone.value_or(Zone()))))
      .first->second;
}

std::optional<SeriesResolver::Place> DataFiles::place(const std::string& file) {
  const std::optional<fs::path> path = find(file);
  if (!path) return std::nullopt;
  const std::lock_guard lock(mutex_);
  Diagnostics said;  // from reading the file's series
  Table* table = nullptr;
  try {
    table = &locked_table(*path, Separator::Auto, said);
  } catch (const InputError& error) {
    if (error.code() == "data.changed") throw;
    return std::nullopt;
  }
  const auto* weather = std::get_if<WeatherFile>(&table->content);
  if (weather == nullptr) return std::nullopt;
  SeriesResolver::Place place{.file = path->string(), .name = weather->place};
  place.latitude = weather->latitude;
  place.longitude = weather->longitude;
  if (weather->offset) place.timezone = format_offset(*weather->offset);
  return place;
}

std::vector<InputFile> DataFiles::inputs() const {
  const std::lock_guard lock(mutex_);
  std::vector<InputFile> files;
  for (const auto& [path, table] : tables_) {  // files read in several ways are adjacent
    if (files.empty() || files.back().path != table.file) files.push_back({table.file, table.hash});
  }
  return files;
}

InputFile hashed_data_file(const fs::path& path) {
  if (is_sqlite_file(path)) {
    check_may_read(path);
    return {path.string(), hash_of_database(path)};
  }
  return hashed_file(path);
}

void locate_files(SimulationModel& model, const DataFiles& files) {
  for (const auto& [id, unused] : model.components()) {
    for (auto& [name, setting] : model.component(id).config) {
      auto* file = std::get_if<FileName>(&setting);
      if (file == nullptr) continue;
      const std::optional<fs::path> found = files.find(file->path);
      file->found = found ? found->string() : "";
    }
  }
}

std::vector<std::string> located_files(const SimulationModel& model) {
  std::set<std::string> found;
  for (const auto& [id, component] : model.components()) {
    for (const auto& [name, setting] : component.config) {
      const auto* file = std::get_if<FileName>(&setting);
      if (file != nullptr && !file->found.empty()) found.insert(file->found);
    }
  }
  return {found.begin(), found.end()};
}

void visit_file_columns(const SimulationModel& model,
                        const std::function<void(const FileColumn&)>& visit) {
  for (const auto& [id, component] : model.components()) {
    for (const auto& [name, setting] : component.config) {
      const auto* series = std::get_if<SeriesSpec>(&setting);
      const auto* column = series ? std::get_if<FileColumn>(&series->source) : nullptr;
      if (column != nullptr) visit(*column);
    }
  }
  for (const auto& [port, measurement] : model.measurements) visit(measurement.column);
}

std::vector<fs::path> named_files(const SimulationModel& model, const DataFiles& files) {
  std::set<fs::path> found;
  for (const std::string& file : located_files(model)) found.insert(file);
  visit_file_columns(model, [&](const FileColumn& column) {
    if (const auto path = files.find(column.file)) found.insert(*path);
  });
  return {found.begin(), found.end()};
}

}  // namespace hearth
