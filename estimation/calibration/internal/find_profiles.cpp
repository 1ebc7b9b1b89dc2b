// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/internal/find_profiles.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "hearth/estimation/calibration/internal/judging.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/workers.hpp"

namespace hearth {

namespace {

/// Returns the profile that consists of two sides.
ParameterProfile profile_of(const estimation::Profiler& profiler, std::size_t parameter,
                            const estimation::Summary& summary, estimation::ProfileSide lower,
                            estimation::ProfileSide upper) {
  ParameterProfile profile{parameter,
                           profiler.limit(),
                           profiler.scale(parameter),
                           std::move(lower.end),
                           std::move(upper.end),
                           {}};
  profile.stopped = lower.stopped + upper.stopped;
  std::reverse(lower.points.begin(), lower.points.end());
  profile.points = std::move(lower.points);
  profile.points.push_back({summary.parameters[parameter], 0.0, summary.parameters});
  profile.points.insert(profile.points.end(), upper.points.begin(), upper.points.end());
  return profile;
}

/// A point of a profile that is below the optimum of the calibration.
struct LowerPoint {
  std::size_t parameter = 0;
  double value = 0.0;  // physical
  double fall = 0.0;   // decrease of F
};

/// Returns the lowest point below the optimum of the calibration, or nothing.
std::optional<LowerPoint> lowest_of(const std::vector<ParameterProfile>& profiles) {
  constexpr double kLower = -0.01;  // ratio that moves an end of an interval by less than 0.2 %
  std::optional<LowerPoint> lowest;
  for (const ParameterProfile& profile : profiles) {
    for (const estimation::ProfilePoint& point : profile.points) {
      const double fall = -point.ratio * profile.scale;
      if (point.ratio >= kLower || (lowest && fall <= lowest->fall)) continue;
      lowest = LowerPoint{profile.parameter, point.value, fall};
    }
  }
  return lowest;
}

/// Marks profiles that do not start from a minimum, and warns of them.
void check_minimum(const PreparedProblem& prepared, const estimation::Summary& summary,
                   std::vector<ParameterProfile>& profiles, Diagnostics& diagnostics) {
  const std::optional<LowerPoint> lowest = lowest_of(profiles);
  const bool converged = summary.status == estimation::Status::Converged;
  for (ParameterProfile& profile : profiles) profile.at_minimum = converged && !lowest;
  if (!converged) {
    diagnostics.warning("calibration.profile_not_converged", prepared.problem().profile.where,
                        "the calibration did not converge (" + summary.message +
                            "): its profiles do not start from a minimum, and their ends are not "
                            "confidence limits; run the search to its end");
  }
  if (!lowest) return;
  const CalibrationParameter& own = prepared.parameters()[lowest->parameter];
  diagnostics.warning("calibration.profile_lower", own.where,
                      "the calibration did not end at its minimum: the profile of " +
                          own.parameter.name + " finds an objective that is lower by " +
                          number_text(lowest->fall) + " at " + number_text(lowest->value) +
                          (own.unit ? " " + std::string(own.unit->symbol) : "") +
                          "; start there, use more starts, or lower 'tolerance'");
}

}  // namespace

std::vector<std::size_t> profiled_parameters(const PreparedProblem& prepared) {
  const ProfileRequest& request = prepared.problem().profile;
  const auto& parameters = prepared.parameters();
  std::vector<bool> wanted(parameters.size(), false);
  std::vector<std::string> known{kAllProfiles};
  for (const CalibrationParameter& own : parameters) known.push_back(own.parameter.name);
  Diagnostics wrong;
  for (const std::string& name : request.names) {
    bool found = name == kAllProfiles;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const std::string& own = parameters[i].parameter.name;
      const bool of_period = parameters[i].period >= 0 && own.rfind(name + "[", 0) == 0;
      if (name != kAllProfiles && own != name && !of_period) continue;
      found = wanted[i] = true;
    }
    if (found) continue;
    wrong.error("calibration.profile_unknown", request.where,
                "no parameter is named '" + name + "'" + did_you_mean(name, known) +
                    "; name parameters of the calibration, or '" + kAllProfiles + "'");
  }
  if (wrong.has_errors()) throw InputError(wrong);
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i]) list.push_back(i);
  }
  return list;
}

std::vector<ParameterProfile> find_profiles(const PreparedProblem& prepared,
                                            const std::vector<std::size_t>& parameters,
                                            const estimation::Summary& summary,
                                            const estimation::Jacobian& jacobian,
                                            const CalibrateOptions& options,
                                            Diagnostics& diagnostics) {
  if (parameters.empty()) return {};
  const int tasks = 2 * static_cast<int>(parameters.size());
  Judging judging(options.judging, tasks);
  const estimation::Profiler profiler(prepared.estimated(), summary, jacobian, parameters,
                                      judging.options(prepared.problem().solve));
  std::vector<estimation::ProfileSide> sides(static_cast<std::size_t>(tasks));
  Workers workers(std::max(1, std::min(options.threads, tasks)));
  const int inner = std::max(1, options.threads / tasks);
  workers.for_pieces(tasks, 1, [&](int, int first, int last) {
    for (int task = first; task < last; ++task) {
      const auto function = objective_of(prepared, prepared.periods(), inner);
      const auto bound = task % 2 == 0 ? estimation::Bound::Lower : estimation::Bound::Upper;
      const auto place = static_cast<std::size_t>(task);
      sides[place] = profiler.side(parameters[place / 2], bound, *function);
      judging.finish_one();
    }
  });
  std::vector<ParameterProfile> profiles;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (sides[2 * i].interrupted || sides[2 * i + 1].interrupted) continue;
    profiles.push_back(profile_of(profiler, parameters[i], summary, std::move(sides[2 * i]),
                                  std::move(sides[2 * i + 1])));
  }
  check_minimum(prepared, summary, profiles, diagnostics);
  return profiles;
}

}  // namespace hearth
