// SPDX-License-Identifier: MIT
#include "hearth/estimation/sensitivity/internal/sample_runs.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "hearth/estimation/calibration/agreement.hpp"
#include "hearth/estimation/calibration/internal/period_run.hpp"
#include "hearth/framework/stepwise/packed_simulation.hpp"

namespace hearth {
namespace {

constexpr auto kMostTogether = static_cast<std::size_t>(PackedSimulation::kLanes);
// Fewer runs take longer in a pack than alone.
constexpr std::size_t kLeastTogether = 4;
// Packs whose runs are repeated alone before a thread runs all of its points alone.
constexpr int kMostUnpacked = 2;
constexpr long kRowsBetweenReports = 64;

}  // namespace

/// The simulations of a thread, which are reused.
struct SampleRuns::Lane {
  std::vector<std::unique_ptr<PeriodRun>> periods;
  std::vector<std::unique_ptr<PackedSimulation>> packs;  // by period
  int unpacked = 0;
};

class SampleRuns::QuantitySums {
 public:
  explicit QuantitySums(const std::vector<double>& sds) : sds_(&sds), sums_(sds.size()) {}

  void add(std::size_t measurement, double measured, double simulated) {
    sums_[measurement].add(measured, simulated);
  }
  std::vector<double> quantities() const {
    std::vector<double> found{0.0};
    for (std::size_t m = 0; m < sums_.size(); ++m) {
      const ErrorSums& own = sums_[m];
      const auto n = static_cast<double>(own.n);
      found.front() += own.squared / ((*sds_)[m] * (*sds_)[m]);
      found.push_back(std::sqrt(own.squared / n));
      found.push_back((own.measured + own.error) / n);
    }
    return found;
  }

 private:
  const std::vector<double>* sds_;
  std::vector<ErrorSums> sums_;  // by measurement
};

/// A run in a pack.
struct SampleRuns::PackedRun {
  std::vector<double> values;
  QuantitySums sums;
  std::string fault;                  // "" if it can continue
  std::vector<double> sensor_biases;  // in the present period
};

SampleRuns::SampleRuns(const PreparedProblem& prepared, const SampledNumbers& sampled,
                       const SensitivityOptions& options)
    : prepared_(prepared), sampled_(sampled), options_(options), workers_(options.threads) {
  for (const estimation::Parameter& parameter : prepared.estimated()) {
    initial_.push_back(parameter.initial);
  }
  for (const FilterNumber& sd : prepared.filter().sds) sds_.push_back(sd.at(initial_));
  lanes_.resize(static_cast<std::size_t>(workers_.lanes()));
  // Packs do not compute the means with which measurements of intervals are compared.
  packs_ = std::all_of(
      prepared.periods().begin(), prepared.periods().end(), [&](const PeriodData& data) {
        return PackedSimulation::possible(prepared.plan(), data.inputs) &&
               std::all_of(data.intervals.begin(), data.intervals.end(),
                           [](const std::vector<double>& steps) { return steps.empty(); });
      });
}

SampleRuns::~SampleRuns() = default;

std::vector<SampleRun> SampleRuns::run(const std::vector<std::vector<double>>& points) {
  std::vector<SampleRun> runs(points.size());
  progress_.total = static_cast<long>(points.size());
  const int total = static_cast<int>(points.size());
  const int grain = std::clamp(total / workers_.lanes(), 1, static_cast<int>(kMostTogether));
  workers_.for_pieces(total, grain, [&](int lane, int first, int last) {
    const auto end = static_cast<std::size_t>(last);
    for (auto i = static_cast<std::size_t>(first); i < end && !stopped_; i += kMostTogether) {
      run_some(lanes_[static_cast<std::size_t>(lane)], points, i, std::min(kMostTogether, end - i),
               runs);
    }
  });
  return stopped_ ? std::vector<SampleRun>() : runs;
}

std::vector<double> SampleRuns::values_at(const std::vector<double>& point) const {
  std::vector<double> values = initial_;
  for (std::size_t p = 0; p < point.size(); ++p) {
    values[sampled_.numbers[p]] = sampled_.ranges[p].at(point[p]);
  }
  return values;
}

/// Runs up to `kMostTogether` points.
void SampleRuns::run_some(Lane& lane, const std::vector<std::vector<double>>& points,
                          std::size_t first, std::size_t count, std::vector<SampleRun>& runs) {
  if (lane.periods.empty()) {
    for (const PeriodData& data : prepared_.periods()) {
      lane.periods.push_back(std::make_unique<PeriodRun>(prepared_, data));
    }
  }
  const bool together = packs_ && count >= kLeastTogether && lane.unpacked < kMostUnpacked;
  if (together && run_together(lane, points, first, count, runs)) return;
  for (std::size_t i = first; i < first + count && !stopped_; ++i) {
    runs[i] = run_alone(lane, values_at(points[i]));
    note(!runs[i].fault.empty());
  }
}

SampleRun SampleRuns::run_alone(Lane& lane, const std::vector<double>& values) {
  const std::vector<PeriodData>& periods = prepared_.periods();
  QuantitySums sums(sds_);
  for (std::size_t d = 0; d < periods.size(); ++d) {
    const auto fault =
        run_period(prepared_, periods[d], static_cast<int>(d), *lane.periods[d], values,
                   [&sums](int, std::size_t m, double measured, double simulated) {
                     sums.add(m, measured, simulated);
                   });
    if (fault) return {{}, to_string(*fault)};
  }
  return finished(sums);
}

/// Returns false if the runs have to be repeated alone, because one of them fails.
bool SampleRuns::run_together(Lane& lane, const std::vector<std::vector<double>>& points,
                              std::size_t first, std::size_t count, std::vector<SampleRun>& runs) {
  std::vector<PackedRun> packed;
  for (std::size_t i = first; i < first + count; ++i) {
    packed.push_back({values_at(points[i]), QuantitySums(sds_), "", {}});
  }
  bool complete = false;
  try {
    lane.packs.resize(lane.periods.size());
    for (std::size_t d = 0; d < lane.periods.size() && !stopped_; ++d) {
      run_period_together(lane, d, packed);
    }
    complete = true;
  } catch (const PackedSimulation::Abandoned&) {
  } catch (const SimulationError&) {
  }
  if (!complete) {  // alone, each run has its own result or its own fault
    ++lane.unpacked;
    lane.packs.clear();
    return false;
  }
  for (std::size_t i = 0; i < count && !stopped_; ++i) {
    const PackedRun& own = packed[i];
    runs[first + i] = own.fault.empty() ? finished(own.sums) : SampleRun{{}, own.fault};
    note(!runs[first + i].fault.empty());
  }
  return true;
}

void SampleRuns::run_period_together(Lane& lane, std::size_t period, std::vector<PackedRun>& runs) {
  const PeriodData& data = prepared_.periods()[period];
  PeriodRun& alone = *lane.periods[period];
  std::unique_ptr<PackedSimulation>& pack = lane.packs[period];
  if (!pack) pack = std::make_unique<PackedSimulation>(alone.objects, false);
  std::vector<PackedRun*> started;
  for (PackedRun& run : runs) {
    if (!run.fault.empty()) continue;
    const auto fault = begin_period(prepared_, static_cast<int>(period), alone, run.values);
    if (fault) {
      run.fault = to_string(*fault);
      continue;
    }
    run.sensor_biases = alone.sensor_biases;
    pack->start(static_cast<int>(started.size()), alone.simulation);
    started.push_back(&run);
  }
  if (started.empty()) return;
  // Lanes without a run repeat the last one.
  if (started.size() < kMostTogether) {
    begin_period(prepared_, static_cast<int>(period), alone, started.back()->values);
  }
  for (std::size_t i = started.size(); i < kMostTogether; ++i) {
    pack->start(static_cast<int>(i), alone.simulation);
  }
  for (long row = 0; row <= data.inputs.period.step_count(); ++row) {
    if (row > 0) pack->step();
    if (row % kRowsBetweenReports == 0) report_progress();
    if (stopped_) return;
    if (row < data.first_row) continue;
    const auto k = static_cast<std::size_t>(row);
    for (std::size_t m = 0; m < data.measured.size(); ++m) {
      const double measured = data.measured[m][k];
      if (std::isnan(measured)) continue;
      for (std::size_t i = 0; i < started.size(); ++i) {
        const double simulated = pack->value(static_cast<int>(i), alone.cells[m]);
        started[i]->sums.add(m, measured, started[i]->sensor_biases[m] + simulated);
      }
    }
  }
}

SampleRun SampleRuns::finished(const QuantitySums& sums) const {
  constexpr double kLargest = 1e140;  // squares of larger numbers overflow
  SampleRun run{sums.quantities(), ""};
  for (const double value : run.quantities) {
    if (std::abs(value) <= kLargest) continue;
    return {{}, "a simulated value of a measured output is not a finite number, or too large"};
  }
  return run;
}

void SampleRuns::note(bool failed) {
  const std::lock_guard lock(mutex_);
  ++progress_.done;
  if (failed) ++progress_.failed;
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin_;
  progress_.seconds_left = taken.count() * static_cast<double>(progress_.total - progress_.done) /
                           static_cast<double>(progress_.done);
  if (options_.progress && !stopped_ && !options_.progress(progress_)) stopped_ = true;
}

/// Asks during long runs whether to stop.
void SampleRuns::report_progress() {
  if (!options_.progress) return;
  const std::lock_guard lock(mutex_);
  if (!stopped_ && !options_.progress(progress_)) stopped_ = true;
}

}  // namespace hearth
