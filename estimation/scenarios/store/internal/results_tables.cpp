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
  if (text_.size() < kChunk) return;
  file_.write(text_);
  text_.clear();
}

void CsvRows::commit() {
  file_.write(text_);
  text_.clear();
  file_.commit();
}

ResultsTables::ResultsTables(const fs::path& folder, const StoreLayout& layout)
    : folder_(made_folder(folder)),
      layout_(layout),
      database_(folder / "results.sqlite", layout),
      runs_(folder / "results.csv") {
  for (const std::string& title : run_titles(layout)) runs_.field(title);
  runs_.end_row();
}

void ResultsTables::add(const FinishedRun& run) {
  database_.add(run);
  std::size_t word = 0;
  std::size_t number = 0;
  for (const TableColumn& label : layout_.labels) {
    if (label.text) {
      runs_.field(run.words[word++]);
    } else {
      runs_.field(run.numbers[number++]);
    }
  }
  runs_.field(run.failure.empty() ? "done" : "failed");
  runs_.field(run.failure);
  for (const double value : run.kpis) runs_.field(value);
  runs_.end_row();
  add_months(run);
}

void ResultsTables::add_months(const FinishedRun& run) {
  if (run.months.empty()) return;
  if (!months_) {
    months_.emplace(folder_ / "monthly.csv");
    months_->field("scenario");
    months_->field("month");
    for (const std::string& title : kpi_titles(layout_)) months_->field(title);
    months_->end_row();
  }
  for (const auto& [month, values] : run.months) {
    months_->field(run_id(run));
    months_->field(month);
    for (const double value : values) months_->field(value);
    months_->end_row();
  }
}

void ResultsTables::add_series(const StoredSeries& series) { database_.add_series(series); }

std::vector<fs::path> ResultsTables::commit() {
  std::vector<fs::path> files{folder_ / "results.csv", folder_ / "results.sqlite"};
  runs_.commit();
  if (months_) {
    months_->commit();
    files.push_back(folder_ / "monthly.csv");
  }
  database_.commit();  // last, because parts are removed after it
  return files;
}

}  // namespace hearth
