// SPDX-License-Identifier: MIT
#include "hearth/estimation/sensitivity/sensitivity.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <utility>

#include "hearth/data/sources/measurement.hpp"
#include "hearth/estimation/sensitivity/internal/sample_runs.hpp"
#include "hearth/estimation/sensitivity/morris.hpp"
#include "hearth/estimation/sensitivity/sobol_indices.hpp"
#include "hearth/estimation/solver/internal/coordinates.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth {
namespace {

using estimation::MorrisDesign;
using estimation::SobolDesign;

bool is_bounded(const estimation::Parameter& parameter) {
  return std::isfinite(parameter.min) && std::isfinite(parameter.max);
}

/// Returns a parameter with the bounds that its prior makes likely, limited by its own bounds and
/// the ranges of its targets. Returns a parameter with bounds or without a prior unchanged.
estimation::Parameter with_likely_bounds(estimation::Parameter parameter,
                                         const std::vector<Target>& targets) {
  constexpr double kSds = 2.0;
  if (is_bounded(parameter) || !parameter.prior) return parameter;
  const double reach = kSds * parameter.prior->sd;
  parameter.min = std::max(parameter.min, parameter.prior->mean - reach);
  parameter.max = std::min(parameter.max, parameter.prior->mean + reach);
  return within_ranges(std::move(parameter), targets);
}

/// Returns the reason why a parameter has no effect on a simulation; "" if it has one.
std::string reason_to_leave_out(const PreparedProblem& prepared, std::size_t number) {
  const CalibrationParameter& parameter = prepared.parameters()[number];
  const bool used = std::any_of(prepared.derived().begin(), prepared.derived().end(),
                                [number](const DerivedTargets& derived) {
                                  const auto& numbers = derived.value.used();
                                  return std::binary_search(numbers.begin(), numbers.end(), number);
                                });
  const bool corrects = !parameter.scale_of.empty() || !parameter.bias_of.empty();
  if (used || corrects || !parameter.targets.empty()) return "";
  if (!parameter.process_noise_of.empty()) {
    return "it is the size of a disturbance, which acts in the Kalman filter and not in a "
           "simulation";
  }
  if (!parameter.sd_of.empty()) {
    return "it is the standard deviation of a measurement, which affects the likelihood, but not a "
           "simulation";
  }
  return "";
}

class ParameterSampling {
 public:
  explicit ParameterSampling(const PreparedProblem& prepared) : prepared_(prepared) {}

  /// Throws InputError if a parameter has no range.
  SampledNumbers sampled() {
    for (std::size_t i = 0; i < prepared_.parameters().size(); ++i) add(i);
    if (diagnostics_.has_errors()) throw InputError(diagnostics_);
    if (found_.numbers.empty()) {
      throw InputError(
          "sensitivity.no_parameter", prepared_.problem().parameters.front().where,
          "no parameter affects a simulation, as all are noises; add a parameter with 'targets'");
    }
    return std::move(found_);
  }

 private:
  void add(std::size_t number) {
    const CalibrationParameter& parameter = prepared_.parameters()[number];
    const std::string reason = reason_to_leave_out(prepared_, number);
    if (!reason.empty()) {
      found_.left_out[parameter.parameter.name] = reason;
      return;
    }
    const auto own = with_likely_bounds(parameter.parameter, prepared_.targets()[number]);
    if (!check(parameter, own)) return;
    SampledParameter range;
    range.unit = parameter.unit ? parameter.unit->symbol : "1";
    range.min = own.min;
    range.max = own.max;
    const bool log = estimation::scale_of(parameter.parameter) == estimation::Scale::Log;
    range.scale = log ? estimation::Scale::Log : estimation::Scale::Linear;
    range.targets = parameter.targets;
    if (parameter.period >= 0) range.period = parameter.period + 1;
    range.where = parameter.where;
    found_.numbers.push_back(number);
    found_.names.push_back(own.name);
    found_.ranges.push_back(std::move(range));
  }

  bool check(const CalibrationParameter& parameter, const estimation::Parameter& own) {
    std::string problem;
    if (!is_bounded(own)) {
      problem = "has neither two bounds nor a prior";
    } else if (!(own.min < own.max)) {
      problem =
          "has no value within 2 standard deviations of the mean of its prior that its bounds and "
          "targets allow";
    } else if (!std::isfinite(own.max - own.min)) {
      problem = "has bounds that are too far apart";
    }
    if (problem.empty()) return true;
    if (parameter.period > 0) return false;  // the same as in the previous period
    diagnostics_.error("sensitivity.no_range", parameter.where,
                       "'" + own.name + "' " + problem +
                           ", so that its range is unknown; set 'min' and 'max', or a 'prior'");
    return false;
  }

  const PreparedProblem& prepared_;
  SampledNumbers found_;
  Diagnostics diagnostics_;
};

/// The points of either method, and the effects computed from them.
class SensitivityDesign {
 public:
  SensitivityDesign(const SensitivityOptions& options, std::size_t parameters)
      : seed_(options.seed), parameters_(parameters) {
    const int count = static_cast<int>(parameters);
    if (options.method == SensitivityMethod::Morris) {
      morris_ = estimation::morris_design(count, options.trajectories, seed_);
    } else {
      sobol_ = estimation::sobol_design(count, options.points, seed_);
    }
  }

  const std::vector<std::vector<double>>& points() const {
    return morris_ ? morris_->points : sobol_->points;
  }
  /// Returns the number of points of a trajectory or row.
  std::size_t sample_size() const { return parameters_ + (morris_ ? 1 : 2); }
  /// Returns the number of the first points of a sample that show the spread of a quantity.
  std::size_t spread_size() const { return morris_ ? sample_size() : 2; }
  const char* sample_word() const { return morris_ ? "trajectories" : "points"; }

  /// Returns the effects of all parameters; nothing if too few samples count.
  std::vector<ParameterEffect> effects(const std::vector<double>& values) const {
    const auto interval = [](const estimation::Interval& own) {
      return std::vector<double>{own.low, own.high};
    };
    std::vector<ParameterEffect> effects;
    if (morris_) {
      for (const auto& own : estimation::elementary_effects(*morris_, values, seed_)) {
        ParameterEffect& effect = effects.emplace_back();
        effect.mu = own.mu;
        effect.mu_star = own.mu_star;
        effect.mu_star_ci95 = interval(own.mu_star_ci95);
        effect.sigma = own.sigma;
      }
      return effects;
    }
    for (const auto& own : estimation::sobol_indices(*sobol_, values, seed_)) {
      ParameterEffect& effect = effects.emplace_back();
      effect.s1 = own.first;
      effect.s1_ci95 = interval(own.first_ci95);
      effect.st = own.total;
      effect.st_ci95 = interval(own.total_ci95);
    }
    return effects;
  }

 private:
  std::uint64_t seed_;
  std::size_t parameters_;
  std::optional<MorrisDesign> morris_;
  std::optional<SobolDesign> sobol_;
};

/// Computes the result from the runs.
class SensitivityFindings {
 public:
  SensitivityFindings(const PreparedProblem& prepared, const SampledNumbers& sampled,
                      const SensitivityDesign& design, const std::vector<SampleRun>& runs,
                      SensitivityResult& result)
      : prepared_(prepared), sampled_(sampled), design_(design), runs_(runs), result_(result) {}

  void find(const SampleRuns& sampling) {
    find_failures(sampling);
    const std::size_t samples = runs_.size() / design_.sample_size();
    if (samples < static_cast<std::size_t>(result_.samples_left_out) + 2) refuse(samples);
    warn_of_failures(samples);
    std::vector<char> alive(sampled_.names.size(), 0);
    for (std::size_t q = 0; q < 1 + 2 * prepared_.problem().measurements.size(); ++q) {
      add_quantity(q, alive);
    }
    for (std::size_t p = 0; p < alive.size(); ++p) {
      if (alive[p] == 0) add_dead(p);
    }
  }

 private:
  void find_failures(const SampleRuns& sampling) {
    constexpr std::size_t kMostFailures = 100;  // a larger number is not readable
    whole_.assign(runs_.size() / design_.sample_size(), 1);
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (runs_[i].fault.empty()) continue;
      ++result_.failed_runs;
      const std::size_t sample = i / design_.sample_size();
      if (whole_[sample] == 0) continue;
      whole_[sample] = 0;
      ++result_.samples_left_out;
      if (result_.failures.size() == kMostFailures) continue;
      FailedSample& failure = result_.failures.emplace_back();
      failure.number = static_cast<int>(sample) + 1;
      failure.reason = runs_[i].fault;
      const std::vector<double> values = sampling.values_at(design_.points()[i]);
      for (std::size_t p = 0; p < sampled_.names.size(); ++p) {
        failure.parameters[sampled_.names[p]] = values[sampled_.numbers[p]];
      }
    }
  }

  std::string first_failure() const {
    const FailedSample& first = result_.failures.front();
    std::string text = first.reason + " (at";
    for (const std::string& name : sampled_.names) {
      text += (name == sampled_.names.front() ? " " : ", ") + name + " = " +
              number_text(first.parameters.at(name));
    }
    return text + ")";
  }

  Where place() const { return {.file = prepared_.problem().periods.front().where.file}; }

  [[noreturn]] void refuse(std::size_t samples) const {
    throw SimulationError("sensitivity.failed", place(),
                          "only " + std::to_string(samples - result_.samples_left_out) + " of " +
                              std::to_string(samples) + " " + design_.sample_word() +
                              " can be simulated, which is too few; narrow the bounds. The first "
                              "run that failed: " +
                              first_failure());
  }

  void warn_of_failures(std::size_t samples) {
    if (result_.failed_runs == 0) return;
    result_.diagnostics.warning(
        "sensitivity.runs_failed", place(),
        std::to_string(result_.failed_runs) + " of " + std::to_string(runs_.size()) +
            " runs cannot continue, so that " + std::to_string(result_.samples_left_out) + " of " +
            std::to_string(samples) + " " + design_.sample_word() +
            " are left out; narrow the bounds. The first: " + first_failure());
  }

  void add_quantity(std::size_t q, std::vector<char>& alive) {
    QuantitySensitivity& quantity = result_.quantities.emplace_back();
    describe_quantity(q, quantity);
    std::vector<double> values(runs_.size(), NAN);
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (runs_[i].fault.empty()) values[i] = runs_[i].quantities[q];
    }
    find_spread(values, quantity);
    const std::vector<ParameterEffect> effects = design_.effects(values);
    std::vector<std::size_t> order(effects.size());
    for (std::size_t p = 0; p < effects.size(); ++p) {
      order[p] = p;
      quantity.parameters[sampled_.names[p]] = effects[p];
      if (acts(effects[p], quantity)) alive[p] = 1;
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return effects[a].strength() > effects[b].strength();
    });
    for (const std::size_t p : order) quantity.ranking.push_back(sampled_.names[p]);
  }

  /// Describes the quantity with that index in `QuantitySums`.
  void describe_quantity(std::size_t q, QuantitySensitivity& quantity) const {
    quantity.unit = "1";
    if (q == 0) return;
    const std::size_t m = (q - 1) / 2;
    const auto cell = static_cast<std::size_t>(prepared_.cells()[m]);
    const Unit& unit = prepared_.plan().signals[cell].unit;
    const bool rmse = q % 2 == 1;
    quantity.quantity = rmse ? SensitiveQuantity::Rmse : SensitiveQuantity::Mean;
    quantity.port = prepared_.problem().measurements[m].port;
    quantity.unit = rmse ? difference_unit(unit) : unit.symbol;
  }

  void find_spread(const std::vector<double>& values, QuantitySensitivity& quantity) const {
    std::vector<double> shown;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const bool counts = whole_[i / design_.sample_size()] != 0 &&
                          i % design_.sample_size() < design_.spread_size();
      if (counts) shown.push_back(values[i]);
    }
    const auto count = static_cast<double>(shown.size());
    quantity.min = *std::min_element(shown.begin(), shown.end());
    quantity.max = *std::max_element(shown.begin(), shown.end());
    for (const double value : shown) quantity.mean += value / count;
    double squares = 0.0;
    for (const double value : shown) {
      squares += (value - quantity.mean) * (value - quantity.mean) / (count - 1.0);
    }
    quantity.sd = std::sqrt(squares);
  }

  /// Returns whether a parameter changes a quantity by more than rounding.
  static bool acts(const ParameterEffect& effect, const QuantitySensitivity& quantity) {
    constexpr double kRounding = 1e-12;
    const double size = std::max(std::abs(quantity.min), std::abs(quantity.max));
    const double change = effect.mu_star ? *effect.mu_star : std::sqrt(*effect.st) * quantity.sd;
    return change > kRounding * size;
  }

  void add_dead(std::size_t p) {
    const std::string& name = sampled_.names[p];
    result_.dead.push_back(name);
    result_.diagnostics.warning(
        "sensitivity.dead_parameter", sampled_.ranges[p].where,
        "'" + name + "' changes no measured output between " + number_text(sampled_.ranges[p].min) +
            " and " + number_text(sampled_.ranges[p].max) + " [" + sampled_.ranges[p].unit +
            "]: the measurements cannot determine it; fix the parameter, or measure an output that "
            "depends on it");
  }

  const PreparedProblem& prepared_;
  const SampledNumbers& sampled_;
  const SensitivityDesign& design_;
  const std::vector<SampleRun>& runs_;
  SensitivityResult& result_;
  std::vector<char> whole_;  // by trajectory or row: whether all runs succeeded
};

}  // namespace

double SampledParameter::at(double share) const {
  const double value = scale == estimation::Scale::Log ? min * std::exp(share * std::log(max / min))
                                                       : min + share * (max - min);
  return std::clamp(value, min, max);
}

SensitivityResult analyse_sensitivity(const CalibrationProblem& problem, const Registry& registry,
                                      const SensitivityOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  CalibrationProblem fitted = problem;
  fitted.validation.clear();
  PreparedProblem prepared(fitted, registry);
  const Diagnostics wrong = estimation::validate(prepared.estimated());
  if (wrong.has_errors()) throw InputError(wrong);
  SampledNumbers sampled = ParameterSampling(prepared).sampled();
  const SensitivityDesign design(options, sampled.names.size());

  SensitivityResult result;
  result.method = options.method;
  const bool morris = options.method == SensitivityMethod::Morris;
  (morris ? result.trajectories : result.points) = morris ? options.trajectories : options.points;
  result.seed = options.seed;
  result.left_out = sampled.left_out;
  for (std::size_t p = 0; p < sampled.names.size(); ++p) {
    result.parameters[sampled.names[p]] = sampled.ranges[p];
  }
  for (const PeriodData& data : prepared.periods()) {
    result.reports.insert(result.reports.end(), data.inputs.reports.begin(),
                          data.inputs.reports.end());
  }
  result.diagnostics = prepared.diagnostics();
  SampleRuns sampling(prepared, sampled, options);
  const std::vector<SampleRun> runs = sampling.run(design.points());
  result.runs = static_cast<long>(runs.size());
  result.interrupted = runs.empty();
  if (!result.interrupted) {
    SensitivityFindings(prepared, sampled, design, runs, result).find(sampling);
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  result.seconds = taken.count();
  return result;
}

}  // namespace hearth
