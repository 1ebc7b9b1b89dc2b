// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "hearth/apps/serve/boptest/answers.hpp"
#include "hearth/apps/serve/boptest/test_run.hpp"
#include "hearth/apps/serve/calls/request_values.hpp"

namespace hearth::apps {
namespace {

using Json = nlohmann::json;

constexpr double kWeek = 7.0 * 86400.0;
constexpr const char* kPriceWords[] = {"constant", "dynamic", "highly_dynamic"};
constexpr const char* kLevelWords[] = {"low", "medium", "high"};

}  // namespace

Answer TestRun::scenario() const {
  const auto word = [](bool given, const char* text) {
    return given ? "\"" + std::string(text) + "\"" : std::string("null");
  };
  const auto level = [&word](const std::optional<Uncertainty>& uncertainty) {
    return word(uncertainty.has_value(),
                kLevelWords[uncertainty ? static_cast<int>(*uncertainty) : 0]);
  };
  return {200, "Queried current test case for scenario successfully.",
          fmt::format("{{\"electricity_price\":{},\"time_period\":{},\"temperature_uncertainty\":{}"
                      ",\"solar_uncertainty\":{},\"seed\":{}}}",
                      word(true, kPriceWords[static_cast<int>(scenario_.price)]),
                      word(!scenario_.period.empty(), scenario_.period.c_str()),
                      level(scenario_.temperature), level(scenario_.radiation),
                      scenario_.seed ? std::to_string(*scenario_.seed) : "null")};
}

std::optional<Answer> TestRun::read_scenario(const Json& arguments, Scenario& scenario) const {
  const Json& price = member_of(arguments, "electricity_price");
  if (!price.is_null()) {
    const auto word = std::find(std::begin(kPriceWords), std::end(kPriceWords), python_text(price));
    if (!price.is_string() || word == std::end(kPriceWords)) {
      return refusal(
          fmt::format("Scenario parameter electricy_price is {}, but should be "
                      "'constant', 'dynamic', or 'highly_dynamic'.",
                      python_text(price)));
    }
    scenario.price = static_cast<PriceScenario>(word - std::begin(kPriceWords));
  }
  const Json& period = member_of(arguments, "time_period");
  scenario.period.clear();
  if (!period.is_null()) {
    if (!period.is_string() || !case_->periods().contains(python_text(period))) {
      std::vector<std::string> known;
      for (const auto& [name, day] : case_->periods()) known.push_back(name);
      return refusal(
          fmt::format("Scenario parameter time_period is {}, but should be one of the "
                      "following: {}.",
                      python_text(period), python_list(known)));
    }
    scenario.period = python_text(period);
  }
  const auto level = [&](const char* name, const char* point, const char* what,
                         std::optional<Uncertainty>& to) -> std::optional<Answer> {
    const Json& given = member_of(arguments, name);
    to.reset();
    if (given.is_null() || given == "none") return std::nullopt;
    to = given.is_string() ? uncertainty_of(python_text(given)) : std::nullopt;
    if (!to) {
      return refusal(
          fmt::format("Scenario parameter {} is {}, but should be 'low', 'medium', or 'high'.",
                      name, python_text(given)));
    }
    if (case_->forecast(point) != nullptr) return std::nullopt;
    return refusal(
        fmt::format("Scenario parameters are set for uncertainty, but the forecast "
                    "variables do not include: {} for {} uncertainty.",
                    point, what));
  };
  if (auto wrong =
          level("temperature_uncertainty", "TDryBul", "temperature", scenario.temperature)) {
    return wrong;
  }
  if (auto wrong = level("solar_uncertainty", "HGloHor", "solar", scenario.radiation)) return wrong;
  const Json& seed = member_of(arguments, "seed");
  scenario.seed.reset();
  if (seed.is_null()) return std::nullopt;
  const std::optional<double> number = seed.is_boolean() ? std::nullopt : read_number(seed);
  if (!number || *number < 0.0 || *number != std::floor(*number) || *number > 0x1p53) {
    return refusal(fmt::format(
        "Scenario parameter seed is {}, but should be a non-negative integer.", python_text(seed)));
  }
  scenario.seed = static_cast<std::uint64_t>(*number);
  return std::nullopt;
}

Answer TestRun::set_scenario(const Json& arguments) {
  Scenario scenario = scenario_;
  if (auto wrong = read_scenario(arguments, scenario)) return *wrong;
  const std::string period = scenario.period;
  if (period.empty()) scenario.period = scenario_.period;
  const bool new_price = scenario.price != scenario_.price;
  scenario_ = scenario;
  std::string initial = "null";
  if (!period.empty()) {
    const double day = case_->periods().at(period) * 86400.0;
    Answer started = start(day - kWeek, kWeek, day + kWeek);
    if (started.status != 200) return {500, std::move(started.message)};
    initial = std::move(started.payload);
  } else if (new_price && run_) {
    replay();
  }
  const auto echo = [&arguments](const char* name) {
    const Json& given = member_of(arguments, name);
    return given.is_null() || given == "none"
               ? std::string("null")
               : given.dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  const std::string seed = scenario_.seed ? std::to_string(*scenario_.seed) : "null";
  return {200, "Test case scenario was set successfully.",
          "{\"electricity_price\":" + echo("electricity_price") + ",\"time_period\":" + initial +
              ",\"temperature_uncertainty\":" + echo("temperature_uncertainty") +
              ",\"solar_uncertainty\":" + echo("solar_uncertainty") + ",\"seed\":" + seed + "}"};
}

}  // namespace hearth::apps
