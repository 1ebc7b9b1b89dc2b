// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/data/text/text_file.hpp"
#include "hearth/estimation/scenarios/store/internal/results_database.hpp"
#include "hearth/estimation/scenarios/store/internal/store_reader.hpp"
#include "hearth/estimation/scenarios/store/run_store.hpp"

namespace hearth {

/// Returns the id of a run: its first text label.
std::string run_id(const FinishedRun& run);

/// The text of a table, passed on in pieces: RFC 4180, except that lines end with LF.
class CsvRows {
 public:
  explicit CsvRows(std::function<void(std::string_view)> pass) : pass_(std::move(pass)) {}
  void field(std::string_view text);
  void field(double value);  ///< NaN: empty
  void end_row();
  /// Passes on the remaining text.
  void finish();

 private:
  void separate();

  std::function<void(std::string_view)> pass_;
  std::string text_;
  bool first_ = true;  // whether the next field is the first of a row
};

void add_run_titles(CsvRows& rows, const StoreLayout& layout);
void add_run_row(CsvRows& rows, const StoreLayout& layout, const FinishedRun& run);
void add_month_titles(CsvRows& rows, const StoreLayout& layout);
void add_month_rows(CsvRows& rows, const FinishedRun& run);

/// The rows of results.csv and monthly.csv. `Text` takes the text of a file: it is constructed from
/// the path and has `write(std::string_view)`.
template <class Text>
class TextTables {
 public:
  TextTables(const std::filesystem::path& folder, const StoreLayout& layout)
      : folder_(folder), layout_(layout), runs_(folder / "results.csv") {
    add_run_titles(runs_.rows, layout_);
  }
  void add(const FinishedRun& run) {
    add_run_row(runs_.rows, layout_, run);
    if (run.months.empty()) return;
    if (!months_) {
      months_.emplace(folder_ / "monthly.csv");
      add_month_titles(months_->rows, layout_);
    }
    add_month_rows(months_->rows, run);
  }
  bool has_months() const { return months_.has_value(); }
  /// Calls `end(path, text)` for each file.
  template <class End>
  void finish(const End& end) {
    runs_.rows.finish();
    end(folder_ / "results.csv", runs_.text);
    if (!months_) return;
    months_->rows.finish();
    end(folder_ / "monthly.csv", months_->text);
  }

 private:
  struct Table {
    explicit Table(const std::filesystem::path& path)
        : text(path), rows([this](std::string_view piece) { text.write(piece); }) {}
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;
    Text text;
    CsvRows rows;
  };

  std::filesystem::path folder_;
  StoreLayout layout_;
  Table runs_;
  std::optional<Table> months_{};  // only if a run has months
};

/// The tables of a finished set; runs are added in the order of the set.
class ResultsTables {
 public:
  ResultsTables(const std::filesystem::path& folder, const StoreLayout& layout);

  void add(const FinishedRun& run);
  /// Adds a series of the last added run.
  void add_series(const StoredSeries& series);
  /// Gives the files their final names, and returns these names.
  std::vector<std::filesystem::path> commit();

 private:
  std::filesystem::path folder_;
  ResultsDatabase database_;
  TextTables<AtomicFile> texts_;
};

}  // namespace hearth
