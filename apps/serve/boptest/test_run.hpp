// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "hearth/apps/serve/boptest/forecast_error.hpp"
#include "hearth/apps/serve/boptest/row_store.hpp"
#include "hearth/apps/serve/boptest/test_case.hpp"
#include "hearth/apps/serve/calls/call.hpp"

namespace hearth::apps {

/// Limits of a test.
struct TestLimits {
  std::int64_t result_bytes = 2'000'000'000;  ///< largest size of the stored rows in a file
  std::int64_t answer_numbers = 5'000'000;    ///< largest number of values in one answer
  std::chrono::seconds request_time{120};     ///< time limit of one request
  std::function<bool()> stopping{};           ///< true: end running requests
};

/// One test of a test case: a run that a client advances, its stored rows, and a scenario. The
/// calls are those of BOPTEST's API, with arguments as read from the body of a request. Invalid
/// arguments are answered with an error; they do not throw. Only one thread may use it at a time.
class TestRun {
 public:
  TestRun(std::shared_ptr<const TestCase> test_case, const TestLimits& limits);
  ~TestRun();

  Answer name() const;
  Answer inputs() const;
  Answer measurements() const;
  Answer forecast_points() const;
  Answer step() const;
  Answer set_step(const nlohmann::json& arguments);
  Answer scenario() const;
  Answer set_scenario(const nlohmann::json& arguments);
  Answer initialize(const nlohmann::json& arguments);
  Answer advance(const nlohmann::json& arguments);
  Answer forecast(const nlohmann::json& arguments);
  Answer results(const nlohmann::json& arguments);
  Answer kpi();

 private:
  struct Control {
    double value = 0.0;  // in the unit of the model
    bool active = false;
  };
  struct Scenario {
    PriceScenario price = PriceScenario::Constant;
    std::string period;
    std::optional<Uncertainty> temperature, radiation;
    std::optional<std::uint64_t> seed;
  };
  class Deadline;

  std::optional<Answer> require_run();
  Answer start(double start_time, double warmup, std::optional<double> end_time);
  void begin(Instant first, Instant start);
  void continue_in_steps(Duration step);
  void run_until(Instant end, const Deadline& deadline);
  void take_row();
  void replay();
  Instant now() const { return run_->time(); }
  std::optional<Answer> read_controls(const nlohmann::json& arguments,
                                      std::vector<Control>& controls, std::string& alert) const;
  std::optional<Answer> read_activation(const std::string& name, const nlohmann::json& value,
                                        Control& control) const;
  void apply(const std::vector<Control>& controls);
  double input_value(std::size_t i) const;
  void set_input(std::size_t i, const Control& control);
  std::string state() const;
  std::optional<Answer> read_scenario(const nlohmann::json& arguments, Scenario& scenario) const;
  std::optional<std::vector<std::string>> point_names(const nlohmann::json& arguments) const;
  Answer failed(const std::string& what, const std::string& why);

  std::shared_ptr<const TestCase> case_;
  TestLimits limits_;
  double control_step_;  // s
  Scenario scenario_;
  std::optional<Run> run_;
  Instant origin_{};
  Instant evaluated_from_{};        // end of the warm-up
  Instant end_{};                   // end of the scenario, or of the data
  std::vector<Control> controls_;   // by input
  std::vector<int> recorded_;       // cells of the measurements, followed by those that KPIs need
  std::vector<int> meter_columns_;  // columns of the rows
  std::map<std::string, std::size_t, std::less<>> columns_;  // columns of the rows, by point
  std::vector<double> row_, meter_row_;
  std::unique_ptr<RowStore> rows_;
  std::optional<KpiMeter> meter_;
  std::optional<std::chrono::steady_clock::time_point> answered_;
  double waited_ = 0.0;  // times of the client between steps, each divided by the control step
  long waits_ = 0;
};

}  // namespace hearth::apps
