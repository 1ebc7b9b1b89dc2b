// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/estimation/scenarios/store/run_store.hpp"

namespace hearth {

/// Returns a checksum of the row of a run and its months, without its recorded signals.
std::uint64_t checksum_of(const FinishedRun& run);
/// Returns a checksum of a recorded signal of a run.
std::uint64_t checksum_of(std::string_view signal, std::string_view unit, std::int64_t start,
                          std::int64_t step, const std::vector<double>& column);

/// Creates the table of checksums of a part if it does not exist.
void create_checksums(SqliteDatabase& database);

/// Writes the checksums of a run: of its row, then of its signals in their order.
class ChecksumWriter {
 public:
  explicit ChecksumWriter(SqliteDatabase& database);
  void begin(long run);
  void add(std::uint64_t checksum);

 private:
  SqliteStatement clear_, insert_;
  std::int64_t run_ = 0, position_ = 0;
};

/// Compares the content of a part with its checksums. A part without checksums is accepted.
class ChecksumReader {
 public:
  explicit ChecksumReader(SqliteDatabase& database);
  /// Throws InputError `data.sqlite_invalid` unless the checksum at a position (0: the row) equals
  /// `checksum`.
  void check(long run, long position, std::uint64_t checksum);
  /// Throws the same error if there is a checksum at that position, since its signal is then
  /// missing.
  void check_end(long run, long position);

 private:
  std::optional<std::uint64_t> find(long run, long position);
  [[noreturn]] void refuse(long run) const;

  std::string file_;
  std::optional<SqliteStatement> query_{};
};

}  // namespace hearth
