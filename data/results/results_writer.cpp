// SPDX-License-Identifier: MIT
#include "hearth/data/results/results_writer.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/results/internal/gzip_packer.hpp"
#include "hearth/data/results/internal/results_formats.hpp"
#include "hearth/data/results/result_columns.hpp"
#include "hearth/data/text/csv.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/text/time_text.hpp"

namespace hearth {
namespace {

constexpr std::size_t kChunk = 1 << 18;  // bytes passed on at a time

/// Makes the lines of CSV.
class CsvRows : public ResultsWriter {
 public:
  using Sink = std::function<void(std::string_view)>;

  CsvRows(ResultsHead head, Sink sink) : head_(std::move(head)), sink_(std::move(sink)) {
    text_ = time_title(head_.interval);
    for (const Signal& signal : head_.signals) {
      text_ += ',';
      append_csv_cell(text_, column_title(signal));
    }
    text_ += '\n';
  }

  void row(Instant time, const double* values) override {
    text_ += format_time(time, head_.zone);
    for (std::size_t i = 0; i < head_.signals.size(); ++i) {
      text_ += ',';
      append_number(text_, values[i]);
    }
    text_ += '\n';
    if (text_.size() >= kChunk) flush();
  }

  void finish(const std::string& incomplete) override {
    if (!incomplete.empty()) text_ += incomplete_line(incomplete);
    flush();
  }

  void flush() {
    sink_(text_);
    text_.clear();
  }
  static std::string incomplete_line(const std::string& reason) {
    return std::string(kIncompleteMark) + one_line(reason) + "\n";
  }

 private:
  ResultsHead head_;
  Sink sink_;
  std::string text_;
};

class CsvFile : public ResultsWriter {
 public:
  CsvFile(const std::filesystem::path& path, ResultsHead head, bool gzip)
      : file_(path), rows_(std::move(head), [this](std::string_view text) { put(text); }) {
    if (!gzip) return;
    packer_ = std::make_unique<GzipPacker>([this](std::string_view bytes) { file_.write(bytes); });
  }

  void row(Instant time, const double* values) override { rows_.row(time, values); }

  void finish(const std::string& incomplete) override {
    rows_.finish("");
    if (packer_) packer_->finish();
    if (!incomplete.empty()) {
      const std::string line = CsvRows::incomplete_line(incomplete);
      file_.prepend(packer_ ? gzipped(line) : line);
    }
    file_.commit();
  }

 private:
  void put(std::string_view text) {
    if (packer_) {
      packer_->write(text);
    } else {
      file_.write(text);
    }
  }

  AtomicFile file_;
  std::unique_ptr<GzipPacker> packer_;
  CsvRows rows_;
};

}  // namespace

std::string one_line(std::string text) {
  for (char& c : text) c = c == '\n' || c == '\r' ? ' ' : c;
  return text;
}

std::optional<ResultsFormat> results_format(const std::filesystem::path& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    return ResultsFormat::Csv;
  }
  std::string name = path.filename().string();
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  if (path.extension().empty()) return ResultsFormat::Csv;
  if (name.ends_with(".csv")) return ResultsFormat::Csv;
  if (name.ends_with(".csv.gz")) return ResultsFormat::CsvGzip;
  if (name.ends_with(".sqlite") || name.ends_with(".db")) return ResultsFormat::Sqlite;
  if (name.ends_with(".nc")) return ResultsFormat::Netcdf;
  return std::nullopt;
}

std::string_view results_extensions() { return ".csv, .csv.gz, .sqlite, .db or .nc"; }

std::unique_ptr<ResultsWriter> write_results_csv_file(const std::filesystem::path& path,
                                                      ResultsHead head, bool gzip) {
  return std::make_unique<CsvFile>(path, std::move(head), gzip);
}

std::unique_ptr<ResultsWriter> write_results(const std::filesystem::path& path, ResultsHead head) {
  switch (results_format(path).value_or(ResultsFormat::Csv)) {
    case ResultsFormat::CsvGzip:
      return write_results_csv_file(path, std::move(head), true);
    case ResultsFormat::Sqlite:
      return write_results_sqlite(path, std::move(head));
    case ResultsFormat::Netcdf:
      return write_results_netcdf(path, std::move(head));
    default:
      return write_results_csv_file(path, std::move(head), false);
  }
}

std::unique_ptr<ResultsWriter> write_results_text(std::function<void(std::string_view)> sink,
                                                  ResultsHead head) {
  return std::make_unique<CsvRows>(std::move(head), std::move(sink));
}

}  // namespace hearth
