// SPDX-License-Identifier: MIT
#include "hearth/data/results/results_csv.hpp"

#include "hearth/data/results/internal/results_formats.hpp"
#include "hearth/data/results/read_results.hpp"

namespace hearth {
namespace {

ResultsHead head_of(const Results& results, const ResultsCsvOptions& options) {
  return {results.signals, results.interval, options.zone};
}

void put_rows(const Results& results, ResultsWriter& writer) {
  for (long k = 0; k < results.rows(); ++k) writer.row(results.time(k), results.row(k));
}

}  // namespace

void write_results_csv(const Results& results, const std::filesystem::path& path,
                       const ResultsCsvOptions& options) {
  const auto writer = write_results_csv_file(path, head_of(results, options), false);
  put_rows(results, *writer);
  writer->finish(options.incomplete);
}

std::string results_csv(const Results& results, const ResultsCsvOptions& options) {
  std::string all;
  if (!options.incomplete.empty()) {
    all = std::string(kIncompleteMark) + one_line(options.incomplete) + "\n";
  }
  const auto writer =
      write_results_text([&all](std::string_view text) { all += text; }, head_of(results, options));
  put_rows(results, *writer);
  writer->finish("");
  return all;
}

Results read_results_csv(const std::filesystem::path& path) { return read_results(path); }

}  // namespace hearth
