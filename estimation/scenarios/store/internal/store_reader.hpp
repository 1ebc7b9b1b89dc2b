// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/estimation/scenarios/store/run_store.hpp"

namespace hearth {

struct StoredState {
  long index = 0;
  RunState state = RunState::Done;
  friend bool operator==(const StoredState&, const StoredState&) = default;
};

/// One signal of one run.
struct StoredSeries {
  std::string signal;
  std::string unit;
  std::vector<std::int64_t> times{};  ///< Unix time, ms
  std::vector<double> values{};       ///< NaN: none
};

/// Reads a part or a finished table. Throws the errors of `open_store`, and `data.sqlite_invalid`
/// if the file is damaged.
class StoreReader {
 public:
  explicit StoreReader(const std::filesystem::path& path);
  ~StoreReader();
  StoreReader(const StoreReader&) = delete;
  StoreReader& operator=(const StoreReader&) = delete;

  /// Returns the layout; nothing if the process ended before it created the tables.
  const std::optional<StoreLayout>& layout() const { return layout_; }
  /// Returns the runs that exist, by index.
  std::vector<StoredState> states();
  /// Returns the state of one run.
  RunState state(long index);
  /// Returns a run without its series.
  FinishedRun run(long index);
  /// Calls `take` with each signal of a run, one after the other.
  void series(long index, const std::function<void(const StoredSeries&)>& take);

 private:
  void require_layout() const;
  struct Statements;
  void check_times(std::int64_t first, std::int64_t step, std::size_t count) const;
  void check_samples(const StoredSeries& series, long index) const;
  void part_series(long index, const std::function<void(const StoredSeries&)>& take);
  void table_series(long index, const std::function<void(const StoredSeries&)>& take);

  SqliteDatabase database_;
  std::optional<StoreLayout> layout_{};
  std::unique_ptr<Statements> statements_{};
};

}  // namespace hearth
