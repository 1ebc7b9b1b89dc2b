// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <iosfwd>
#include <string>

#include "hearth/apps/options/options.hpp"
#include "hearth/data/results/run_record.hpp"

namespace hearth::apps {

/// Shows the progress of a run: a bar with the remaining time on a terminal, or JSON lines for
/// programs, at most ten times a second.
class Progress {
 public:
  Progress(std::ostream& stream, ProgressStyle style, bool terminal);
  /// Removes the bar.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Shows the progress of a run of known length.
  void update(long done, long total);
  /// Shows the progress of a set of runs with the remaining time that the caller estimates.
  void update(const RunProgress& runs);
  /// Shows the progress of a search of unknown length: an accepted iteration of one of several
  /// starts.
  void update_search(int start, int starts, int iteration, double objective);
  /// Removes the bar until the next update.
  void clear();
  double elapsed_seconds() const;

 private:
  using Clock = std::chrono::steady_clock;
  enum class Style { Bar, Json, None };

  /// Returns whether enough time has passed for the next output; if so, saves the time.
  bool due();

  void draw(double share, const std::string& remark);
  void print(long done, long total, double left);

  std::ostream& stream_;
  Style style_;
  Clock::time_point begin_;
  Clock::time_point next_;
  bool drawn_ = false;
};

}  // namespace hearth::apps
