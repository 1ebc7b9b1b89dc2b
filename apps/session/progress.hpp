// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <iosfwd>
#include <string>

#include "hearth/apps/options/options.hpp"
#include "hearth/data/results/run_record.hpp"

namespace hearth::apps {

/// Shows how far a run is: a bar with the time left on a terminal, or JSON lines for programs; at
/// most ten times a second.
class Progress {
 public:
  Progress(std::ostream& stream, ProgressStyle style, bool terminal);
  /// Takes the bar away.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// A run of known length.
  void update(long done, long total);
  /// A set of runs; the time left is the caller's estimate.
  void update(const RunProgress& runs);
  /// A search of unknown length: an accepted iteration of one of several starts.
  void update_search(int start, int starts, int iteration, double objective);
  /// Takes the bar away until the next update.
  void clear();
  double elapsed_seconds() const;

 private:
  using Clock = std::chrono::steady_clock;
  enum class Style { Bar, Json, None };

  /// Whether enough time has passed; if so, takes the time.
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
