// SPDX-License-Identifier: MIT
#include "hearth/data/results/read_results.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/results/internal/results_formats.hpp"
#include "hearth/data/results/result_columns.hpp"
#include "hearth/data/series/time_series.hpp"
#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/data/text/internal/has_bytes.hpp"

namespace hearth {
namespace {

bool is_netcdf_file(const std::filesystem::path& path) {
  if (!has_bytes(path)) return false;
  std::array<char, 4> begin{};
  std::ifstream file(path, std::ios::binary);
  file.read(begin.data(), begin.size());
  const std::string_view bytes(begin.data(), static_cast<std::size_t>(file.gcount()));
  return bytes.starts_with("CDF") || bytes == "\x89HDF";
}

Signal signal_of(const CsvTable& table, int column) {
  const std::string& header = table.columns()[column];
  const auto [name, symbol] = split_unit(header);
  const auto [port, statistic] = split_statistic(symbol.empty() ? header : name);
  if (symbol.empty()) return {port, unit::one, statistic};
  const auto known = symbol == unit::any.symbol ? std::optional(unit::any) : parse_unit(symbol);
  if (known) return {port, *known, statistic};
  throw InputError("results.unit_unknown", Where{.file = table.file()},
                   fmt::format("unknown unit '{}' of column '{}'{}", symbol, header,
                               did_you_mean(symbol, unit_symbols())));
}

void set_times(const CsvTable& table, const RowTimes& stamps, Results& results) {
  const auto& times = stamps.times;
  if (times.empty()) return;
  results.start = times[0];
  results.step = times.size() > 1 ? times[1] - times[0] : Duration{};
  for (std::size_t k = 0; k < times.size(); ++k) {
    if (times[k] == results.time(static_cast<long>(k)) && !stamps.reversed) continue;
    if (!results.interval.empty() && !stamps.reversed) {
      results.step = Duration{};
      results.times = times;
      return;
    }
    throw InputError(
        "results.time_grid", Where{.file = table.file(), .line = table.line(static_cast<long>(k))},
        "the time stamps of results must have one constant step; use a file of 'hearth simulate'");
  }
}

}  // namespace

bool is_binary_results(const std::filesystem::path& path) {
  return is_sqlite_file(path) || is_netcdf_file(path);
}

ResultsTable read_results_table(const std::filesystem::path& path) {
  if (is_sqlite_file(path)) return read_results_sqlite(path);
  if (is_netcdf_file(path)) return read_results_netcdf(path);
  CsvTable table = read_csv(path);
  std::string incomplete = table.declared("incomplete").value_or("");
  return {std::move(table), std::move(incomplete)};
}

Results read_results(const std::filesystem::path& path) {
  return results_of(read_results_table(path).table);
}

Results results_of(const CsvTable& table) {
  Results results;
  results.interval = interval_of_title(table.columns().front()).value_or("");
  set_times(table, read_row_times(table, 0, {}), results);
  const auto signals = table.columns().size() - 1;
  results.values.resize(static_cast<std::size_t>(table.rows()) * signals);
  for (std::size_t i = 0; i < signals; ++i) {
    const int column = static_cast<int>(i) + 1;
    results.signals.push_back(signal_of(table, column));
    const std::vector<double> values = table.numbers(column);
    for (std::size_t k = 0; k < values.size(); ++k) results.values[k * signals + i] = values[k];
  }
  return results;
}

}  // namespace hearth
