// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/store/internal/results_tables.hpp"

#include <cmath>

#include "hearth/data/text/csv.hpp"
#include "hearth/estimation/scenarios/store/store_tables.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kChunk = 1 << 16;  // bytes written at a time

fs::path made_folder(const fs::path& folder) {
  create_folder(folder);
  return folder;
}

}  // namespace

std::string run_id(const FinishedRun& run) {
  return run.words.empty() ? std::to_string(run.index) : run.words.front();
}

void CsvRows::separate() {
  if (!first_) text_ += ',';
  first_ = false;
}

void CsvRows::field(std::string_view text) {
  separate();
  append_csv_cell(text_, text);
}

void CsvRows::field(double value) {
  separate();
  if (!std::isnan(value)) text_ += number_text(value);
}

void CsvRows::end_row() {
  text_ += '\n';
  first_ = true;
  if (text_.size() >= kChunk) finish();
}

void CsvRows::finish() {
  pass_(text_);
  text_.clear();
}

void add_run_titles(CsvRows& rows, const StoreLayout& layout) {
  for (const std::string& title : run_titles(layout)) rows.field(title);
  rows.end_row();
}

void add_run_row(CsvRows& rows, const StoreLayout& layout, const FinishedRun& run) {
  std::size_t word = 0;
  std::size_t number = 0;
  for (const TableColumn& label : layout.labels) {
    if (label.text) {
      rows.field(run.words[word++]);
    } else {
      rows.field(run.numbers[number++]);
    }
  }
  rows.field(run.failure.empty() ? "done" : "failed");
  rows.field(run.failure);
  for (const double value : run.kpis) rows.field(value);
  rows.end_row();
}

void add_month_titles(CsvRows& rows, const StoreLayout& layout) {
  rows.field("scenario");
  rows.field("month");
  for (const std::string& title : kpi_titles(layout)) rows.field(title);
  rows.end_row();
}

void add_month_rows(CsvRows& rows, const FinishedRun& run) {
  for (const auto& [month, values] : run.months) {
    rows.field(run_id(run));
    rows.field(month);
    for (const double value : values) rows.field(value);
    rows.end_row();
  }
}

ResultsTables::ResultsTables(const fs::path& folder, const StoreLayout& layout)
    : folder_(made_folder(folder)),
      database_(folder / "results.sqlite", layout),
      texts_(folder, layout) {}

void ResultsTables::add(const FinishedRun& run) {
  database_.add(run);
  texts_.add(run);
}

void ResultsTables::add_series(const StoredSeries& series) { database_.add_series(series); }

std::vector<fs::path> ResultsTables::commit() {
  std::vector<fs::path> files;
  texts_.finish([&files](const fs::path& path, AtomicFile& file) {
    file.commit();
    files.push_back(path);
  });
  files.insert(files.begin() + 1, folder_ / "results.sqlite");
  if (!texts_.has_months()) fs::remove(folder_ / "monthly.csv");  // of an earlier set
  database_.commit();  // last, because parts are removed after it
  return files;
}

}  // namespace hearth
