// SPDX-License-Identifier: MIT
#include "hearth/data/results/results_csv.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/series/time_series.hpp"
#include "hearth/data/text/csv.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/text/time_text.hpp"

namespace hearth {
namespace {

constexpr std::size_t kChunk = 1 << 20;  // bytes handed on at a time

void append_number(std::string& text, double value) {
  if (std::isnan(value)) {
    text += "NaN";
    return;
  }
  std::array<char, 32> digits{};  // the longest shortest double has 24 characters
  const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  text.append(digits.data(), result.ptr);
}

// Makes the text in chunks, so that a long run is never held twice in memory.
void produce(const Results& results, const ResultsCsvOptions& options,
             const std::function<void(std::string_view)>& sink) {
  std::string text;
  if (!options.incomplete.empty()) {
    std::string reason = options.incomplete;
    for (char& c : reason) c = c == '\n' || c == '\r' ? ' ' : c;
    text = "# incomplete: " + reason + "\n";
  }
  text += "time";
  for (const Signal& signal : results.signals) {
    text += ',';
    append_csv_cell(text, fmt::format("{} [{}]", signal.name, signal.unit.symbol));
  }
  text += '\n';
  for (long k = 0; k < results.rows(); ++k) {
    text += format_time(results.time(k), options.zone);
    const double* row = results.row(k);
    for (std::size_t i = 0; i < results.signals.size(); ++i) {
      text += ',';
      append_number(text, row[i]);
    }
    text += '\n';
    if (text.size() < kChunk) continue;
    sink(text);
    text.clear();
  }
  sink(text);
}

Signal signal_of(const CsvTable& table, int column) {
  const std::string& header = table.columns()[column];
  const auto [name, symbol] = split_unit(header);
  if (symbol.empty()) return {header, unit::one};
  const auto known = symbol == unit::any.symbol ? std::optional(unit::any) : parse_unit(symbol);
  if (known) return {name, *known};
  throw InputError("results.unit_unknown", Where{.file = table.file()},
                   fmt::format("unknown unit '{}' of column '{}'{}", symbol, header,
                               did_you_mean(symbol, unit_symbols())));
}

void set_grid(const CsvTable& table, const RowTimes& stamps, Results& results) {
  const auto& times = stamps.times;
  if (times.empty()) return;
  results.start = times[0];
  results.step = times.size() > 1 ? times[1] - times[0] : Duration{};
  for (std::size_t k = 0; k < times.size(); ++k) {
    if (times[k] == results.time(static_cast<long>(k)) && !stamps.reversed) continue;
    throw InputError("results.time_grid",
                     Where{.file = table.file(), .line = table.line(static_cast<long>(k))},
                     "the stamps of results have one constant step");
  }
}

}  // namespace

void write_results_csv(const Results& results, const std::filesystem::path& path,
                       const ResultsCsvOptions& options) {
  AtomicFile file(path);
  produce(results, options, [&file](std::string_view text) { file.write(text); });
  file.commit();
}

std::string results_csv(const Results& results, const ResultsCsvOptions& options) {
  std::string all;
  produce(results, options, [&all](std::string_view text) { all += text; });
  return all;
}

Results read_results_csv(const std::filesystem::path& path) {
  const CsvTable table = read_csv(path);
  Results results;
  set_grid(table, read_row_times(table, 0, {}), results);
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
