// SPDX-License-Identifier: MIT
#include "hearth/apps/views/sensitivity_table.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "hearth/apps/views/name_width.hpp"

namespace hearth::apps {
namespace {

constexpr const char* kObjective = "objective";

std::string interval_text(const std::vector<double>& interval) {
  return fmt::format("{:.4g} .. {:.4g}", interval.front(), interval.back());
}

std::string title_row(SensitivityMethod method, std::size_t width) {
  const std::string first = fmt::format("{:<{}}", kObjective, width);
  if (method == SensitivityMethod::Morris) {
    return fmt::format("{}  {:>10} {:>23} {:>11} {:>10}  {}\n", first, "mu*", "95 % interval", "mu",
                       "sigma", "range");
  }
  return fmt::format("{}  {:>10} {:>23} {:>11} {:>23}  {}\n", first, "ST", "95 % interval", "S1",
                     "95 % interval", "range");
}

std::string numbers_text(const ParameterEffect& effect) {
  if (effect.mu_star) {
    return fmt::format("{:>10.4g} {:>23} {:>11.4g} {:>10.4g}", *effect.mu_star,
                       interval_text(effect.mu_star_ci95), *effect.mu, *effect.sigma);
  }
  return fmt::format("{:>10.4f} {:>23} {:>11.4f} {:>23}", *effect.st, interval_text(effect.st_ci95),
                     *effect.s1, interval_text(effect.s1_ci95));
}

std::string range_text(const SampledParameter& parameter) {
  return fmt::format("{:.4g} .. {:.4g} {}{}", parameter.min, parameter.max, parameter.unit,
                     parameter.scale == estimation::Scale::Log ? " (log)" : "");
}

std::string objective_table(const SensitivityResult& result) {
  const QuantitySensitivity& objective = result.quantities.front();
  std::size_t width = std::string_view(kObjective).size();
  for (const std::string& name : objective.ranking) width = width_with(width, name);
  std::string text = title_row(result.method, width);
  for (const std::string& name : objective.ranking) {
    const bool dead = std::find(result.dead.begin(), result.dead.end(), name) != result.dead.end();
    text +=
        fmt::format("{:<{}}  {}  {}{}\n", name, width, numbers_text(objective.parameters.at(name)),
                    range_text(result.parameters.at(name)), dead ? "  (dead)" : "");
  }
  return text;
}

std::string title_of(const QuantitySensitivity& quantity) {
  const bool rmse = quantity.quantity == SensitiveQuantity::Rmse;
  return fmt::format("{} of {} [{}]", rmse ? "rmse" : "mean", quantity.port, quantity.unit);
}

std::string output_table(const SensitivityResult& result) {
  constexpr std::size_t kShown = 3;
  constexpr double kLeastShown = 0.01;  // share of the strongest effect
  const bool morris = result.method == SensitivityMethod::Morris;
  const std::string title = fmt::format("largest {}", morris ? "mu*" : "ST");
  std::size_t width = title.size();
  for (const QuantitySensitivity& quantity : result.quantities) {
    if (!quantity.port.empty()) width = width_with(width, title_of(quantity));
  }
  std::string text = title + "\n";
  for (const QuantitySensitivity& quantity : result.quantities) {
    if (quantity.port.empty()) continue;
    std::string row = fmt::format("{:<{}}", title_of(quantity), width);
    double least = 0.0;
    for (std::size_t i = 0; i < std::min(kShown, quantity.ranking.size()); ++i) {
      const std::string& name = quantity.ranking[i];
      const double strength = quantity.parameters.at(name).strength();
      if (!(strength > least)) break;
      row += fmt::format("{} {} {:.3g}", i == 0 ? " " : ",", name, strength);
      least = kLeastShown * quantity.parameters.at(quantity.ranking.front()).strength();
    }
    text += row + "\n";
  }
  return text;
}

}  // namespace

std::string sensitivity_text(const SensitivityResult& result) {
  std::string text = objective_table(result) + output_table(result);
  for (const auto& [name, reason] : result.left_out) {
    text += fmt::format("left out: {}: {}\n", name, reason);
  }
  return text;
}

}  // namespace hearth::apps
