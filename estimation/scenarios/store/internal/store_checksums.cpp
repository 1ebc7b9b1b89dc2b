// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/store/internal/store_checksums.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

template <class T>
std::uint64_t with(std::uint64_t sum, const T& value) {
  return fnv1a64({reinterpret_cast<const char*>(&value), sizeof value}, sum);
}

std::uint64_t with_text(std::uint64_t sum, std::string_view text) {
  return fnv1a64(text, with(sum, std::uint64_t{text.size()}));
}

/// All NaN are equal, and those at the end are ignored, because tables contain none of them.
std::uint64_t with_numbers(std::uint64_t sum, const std::vector<double>& numbers) {
  std::size_t count = numbers.size();
  while (count > 0 && std::isnan(numbers[count - 1])) --count;
  for (std::size_t i = 0; i < count; ++i) {
    const double number = numbers[i];
    sum = with(sum, std::isnan(number) ? std::numeric_limits<double>::quiet_NaN() : number + 0.0);
  }
  return sum;
}

}  // namespace

std::uint64_t checksum_of(const FinishedRun& run) {
  std::uint64_t sum = with(fnv1a64(""), std::int64_t{run.index});
  std::size_t words = run.words.size();
  while (words > 0 && run.words[words - 1].empty()) --words;
  for (std::size_t i = 0; i < words; ++i) sum = with_text(sum, run.words[i]);
  sum = with_numbers(sum, run.numbers);
  sum = with_text(sum, run.failure);
  sum = with_numbers(sum, run.kpis);
  for (const auto& [month, values] : run.months) {
    sum = with_numbers(with_text(sum, month), values);
  }
  return sum;
}

std::uint64_t checksum_of(std::string_view signal, std::string_view unit, std::int64_t start,
                          std::int64_t step, const std::vector<double>& column) {
  const std::uint64_t sum =
      with(with(with_text(with_text(fnv1a64(""), signal), unit), start), step);
  const auto* bytes = reinterpret_cast<const char*>(column.data());
  return fnv1a64({bytes, column.size() * sizeof(double)}, sum);
}

void create_checksums(SqliteDatabase& database) {
  database.run(
      "CREATE TABLE IF NOT EXISTS checksums(run INTEGER, position INTEGER, sum INTEGER, "
      "PRIMARY KEY(run, position)) WITHOUT ROWID");
}

ChecksumWriter::ChecksumWriter(SqliteDatabase& database)
    : clear_(database.prepare("DELETE FROM checksums WHERE run = ?1")),
      insert_(database.prepare("INSERT INTO checksums VALUES (?1, ?2, ?3)")) {}

void ChecksumWriter::begin(long run) {
  run_ = run;
  position_ = 0;
  clear_.bind(1, run_).run();
}

void ChecksumWriter::add(std::uint64_t checksum) {
  insert_.bind(1, run_).bind(2, position_++).bind(3, static_cast<std::int64_t>(checksum)).run();
}

ChecksumReader::ChecksumReader(SqliteDatabase& database) : file_(database.path().string()) {
  if (!database.has_table("checksums")) return;
  query_ = database.prepare("SELECT sum FROM checksums WHERE run = ?1 AND position = ?2");
}

std::optional<std::uint64_t> ChecksumReader::find(long run, long position) {
  query_->bind(1, std::int64_t{run}).bind(2, std::int64_t{position});
  std::optional<std::uint64_t> sum;
  if (query_->next()) sum = static_cast<std::uint64_t>(query_->integer(0));
  query_->reset();
  return sum;
}

void ChecksumReader::check(long run, long position, std::uint64_t checksum) {
  if (query_ && find(run, position) != checksum) refuse(run);
}

void ChecksumReader::check_end(long run, long position) {
  if (query_ && find(run, position)) refuse(run);
}

void ChecksumReader::refuse(long run) const {
  throw InputError("data.sqlite_invalid", Where{.file = file_},
                   fmt::format("run {} was changed after it was written: its checksum does not "
                               "match; remove this file and run the set again",
                               run));
}

}  // namespace hearth
