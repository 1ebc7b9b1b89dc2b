// SPDX-License-Identifier: MIT
// Posteriors of calibration problems.
#include "hearth/estimation/bayes/sample.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <Eigen/Dense>
#include <catch2/catch.hpp>

#include "hearth/estimation/bayes/predictive.hpp"
#include "hearth/estimation/bayes/random_stream.hpp"
#include "hearth/estimation/calibration/estimated_values.hpp"
#include "hearth/estimation/calibration/prepared_problem.hpp"
#include "hearth/estimation/calibration/residuals.hpp"
#include "hearth/tests/estimation/calibration/known_room.hpp"

namespace hearth::test::sample_test {
namespace {

using hearth::Sampler;  // not the component of the same name

/// Noise of sd 1, the same on every platform: the sum of 12 uniform numbers, less 6.
std::vector<double> with_noise(std::vector<double> rows, double sd, std::uint64_t seed) {
  std::mt19937_64 bits(seed);
  for (double& row : rows) {
    double sum = -6.0;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>(bits() >> 11) * 0x1p-53;
    row += sd * sum;
  }
  return rows;
}

/// The known room with noise of 0.1 K, compared every hour: its steps are exact.
class NoisyRoom : public KnownRoom {
 public:
  static constexpr long kRowsOfStep = 6;

  static Json problem() {
    Json file = KnownRoom::problem();
    file["step"] = 3600;
    return file;
  }
  explicit NoisyRoom(std::uint64_t seed = 1) {
    write_series("measured.csv", with_noise(truth(), 0.1, seed));
  }
  SampleResult sample(const Json& problem, const SampleOptions& options = {}) const {
    return hearth::sample(read(problem), test_components(), options);
  }
  Diagnostics faults_of(const Json& problem, const SampleOptions& options = {}) const {
    try {
      sample(problem, options);
    } catch (const Error& error) {
      return error.diagnostics();
    }
    return {};
  }
};

bool has(const Diagnostics& diagnostics, const std::string& code) {
  const auto& items = diagnostics.items();
  return std::any_of(items.begin(), items.end(),
                     [&](const Diagnostic& item) { return item.code == code; });
}

/// The initial temperatures of room and wall, in which the model is linear.
Json linear_problem() {
  Json file = NoisyRoom::problem();
  file["parameters"] = Json::parse(R"([
    {"name": "air", "targets": ["room@indoorTemperature"], "initial": 21, "unit": "degC",
     "prior": {"mean": 20, "sd": 2}},
    {"name": "wall", "targets": ["room@wallTemperature"], "initial": 20, "unit": "degC",
     "prior": {"mean": 22, "sd": 0.05}}])");
  file["fixed"] = {{"room.C_air", 2e6}, {"room.R_out", 0.03}};
  return file;
}

/// The posterior of a problem whose residuals are linear in its parameters.
struct NormalPosterior {
  Eigen::VectorXd mean;
  Eigen::MatrixXd covariance;
};

NormalPosterior normal_posterior(const CalibrationProblem& problem) {
  const PreparedProblem prepared(problem, test_components());
  SimulationResiduals residuals(prepared, 1);
  const auto parameters = prepared.estimated();
  std::vector<double> point;
  for (const auto& parameter : parameters) point.push_back(parameter.initial);
  std::vector<double> rows(static_cast<std::size_t>(residuals.residuals()));
  const auto count = static_cast<Eigen::Index>(point.size());
  Eigen::Matrix<double, -1, -1, Eigen::RowMajor> slopes(residuals.residuals(), count);
  REQUIRE(estimation::evaluate_dense(residuals, residuals.pattern(), point, rows.data(),
                                     slopes.data()));
  const Eigen::Map<const Eigen::VectorXd> at(point.data(), count);
  const Eigen::Map<const Eigen::VectorXd> r(rows.data(), slopes.rows());
  Eigen::MatrixXd information = slopes.transpose() * slopes;
  Eigen::VectorXd weighted = slopes.transpose() * (slopes * at - r);
  for (Eigen::Index j = 0; j < count; ++j) {
    const auto& prior = parameters[static_cast<std::size_t>(j)].prior;
    information(j, j) += 1.0 / (prior->sd * prior->sd);
    weighted[j] += prior->mean / (prior->sd * prior->sd);
  }
  const Eigen::MatrixXd covariance = information.inverse();
  return {covariance * weighted, covariance};
}

TEST_CASE("the posterior of a linear calibration is the normal one of theory") {
  const NoisyRoom room;
  const NormalPosterior exact = normal_posterior(room.read(linear_problem()));
  for (const Sampler sampler : {Sampler::Nuts, Sampler::Ensemble}) {
    SampleOptions options{.sampler = sampler, .draws = 4000};
    if (sampler == Sampler::Ensemble) options.walkers = 12;
    const SampleResult result = room.sample(linear_problem(), options);
    for (std::size_t i = 0; i < 2; ++i) {
      const auto own = static_cast<Eigen::Index>(i);
      const double sd = std::sqrt(exact.covariance(own, own));
      const PosteriorSummary& found = result.parameters[i].posterior;
      CAPTURE(sampler == Sampler::Nuts, i, found.mean, found.sd, exact.mean[own], sd,
              found.ess_bulk);
      // Four Monte Carlo errors of the mean, sd/√S; those of the sd are sd/√(2 S).
      CHECK(std::abs(found.mean - exact.mean[own]) < 4.0 * sd / std::sqrt(found.ess_bulk));
      CHECK(found.mean == Approx(exact.mean[own]).epsilon(0.02));
      CHECK(found.sd == Approx(sd).epsilon(0.02));
      CHECK(found.median == Approx(exact.mean[own]).margin(0.15 * sd));
      CHECK(found.ci95.low == Approx(exact.mean[own] - 1.96 * sd).margin(0.2 * sd));
      CHECK(found.ci95.high == Approx(exact.mean[own] + 1.96 * sd).margin(0.2 * sd));
      CHECK(found.r_hat < 1.01);
      CHECK(found.ess_bulk > (sampler == Sampler::Nuts ? 4000.0 : 400.0));
    }
    const double correlation =
        exact.covariance(0, 1) / std::sqrt(exact.covariance(0, 0) * exact.covariance(1, 1));
    CHECK(result.correlation[0][1] == Approx(correlation).margin(0.08));
    CHECK(result.correlation[1][1] == 1.0);
    CHECK(!has(result.diagnostics, "sample.divergences"));
  }
}

TEST_CASE("log_posterior is the density by the parameters in their unit") {
  const NoisyRoom room;
  const Json file = NoisyRoom::problem();
  const SampleResult result = room.sample(file, {.chains = 1, .draws = 20, .warmup = 50});
  const CalibrationProblem problem = room.read(file);
  const PreparedProblem prepared(problem, test_components());
  SimulationResiduals residuals(prepared, 1);
  std::vector<double> rows(static_cast<std::size_t>(residuals.residuals()));
  for (std::size_t k = 0; k < 20; ++k) {
    const double p[] = {result.draws[0][0][k], result.draws[1][0][k]};
    REQUIRE(residuals.evaluate(p, rows.data(), nullptr));
    double expected = 0.0;
    for (const double r : rows) {
      expected -= 0.5 * r * r + std::log(0.1) + 0.5 * std::log(2.0 * 3.14159265358979);
    }
    // Of z, from which the parameters of the run were computed, not of their printed digits.
    CHECK(result.log_posterior[0][k] == Approx(expected).epsilon(1e-9));
  }
}

/// Returns the measured day of a room with these initial temperatures.
std::vector<double> cooling_from(double air, double wall) {
  SimulationModel model = KnownRoom::model(KnownRoom::kCapacity, KnownRoom::kResistance);
  model.set_initial("room@indoorTemperature", {air, unit::degC});
  model.set_initial("room@wallTemperature", {wall, unit::degC});
  return run_signal(model, test_components(), KnownRoom::kPort, {.steps = KnownRoom::kSteps});
}

TEST_CASE("95 % intervals hold in 95 of 100 cases truths that are drawn from the prior") {
  constexpr std::uint64_t kSets = 60;
  Json file = linear_problem();
  file["parameters"][1]["prior"]["sd"] = 1.0;
  int held[] = {0, 0};
  for (std::uint64_t set = 0; set < kSets; ++set) {
    estimation::RandomStream random(11, set);
    const double truth[] = {20.0 + 2.0 * random.normal(), 22.0 + random.normal()};
    const NoisyRoom room;
    room.write_series("measured.csv", with_noise(cooling_from(truth[0], truth[1]), 0.1, set));
    const SampleResult result = room.sample(file, {.chains = 2, .draws = 500, .warmup = 150});
    for (std::size_t i = 0; i < 2; ++i) {
      const auto& interval = result.parameters[i].posterior.ci95;
      held[i] += interval.low <= truth[i] && truth[i] <= interval.high ? 1 : 0;
    }
  }
  // A binomial count of 60 at 95 % has sd 1.7: 57 - 3 sd.
  CAPTURE(held[0], held[1]);
  CHECK(held[0] >= 52);
  CHECK(held[1] >= 52);
}

TEST_CASE("draws do not depend on threads, and follow from the seed") {
  const NoisyRoom room;
  for (const Sampler sampler : {Sampler::Nuts, Sampler::Ensemble}) {
    SampleOptions options{.sampler = sampler, .chains = 3, .draws = 50, .warmup = 60};
    const SampleResult alone = room.sample(NoisyRoom::problem(), options);
    options.threads = 3;
    SampleResult together = room.sample(NoisyRoom::problem(), options);
    CHECK(alone.draws == together.draws);
    CHECK(alone.log_posterior == together.log_posterior);
    together.seconds = alone.seconds;
    CHECK(write_sample_result(alone) == write_sample_result(together));
    options.seed = 2;
    CHECK(room.sample(NoisyRoom::problem(), options).draws != alone.draws);
    CHECK(alone.chains.size() == (sampler == Sampler::Nuts ? 3U : 18U));
  }
}

TEST_CASE("a parameter whose best value is its bound stays inside") {
  const NoisyRoom room;
  Json file = NoisyRoom::problem();
  file["parameters"][0]["min"] = 2.4e6;  // the truth is 2e6
  file["parameters"][0]["initial"] = 3e6;
  const SampleResult result =
      room.sample(file, {.chains = 2, .draws = 1000, .warmup = 500, .acceptance = 0.95});
  const estimation::Draws& draws = result.draws[0];
  for (const std::vector<double>& chain : draws) {
    CHECK(*std::min_element(chain.begin(), chain.end()) >= 2.4e6);
  }
  CHECK(result.parameters[0].optimum == 2.4e6);
  CHECK(result.parameters[0].posterior.ci95.low < 2.41e6);
  CHECK(result.parameters[0].posterior.r_hat < 1.05);
}

TEST_CASE("values of a measurement lie in the band that the posterior predicts") {
  const NoisyRoom room;
  const SampleResult result =
      room.sample(NoisyRoom::problem(), {.chains = 2, .draws = 500, .warmup = 300});
  REQUIRE(result.predictive.size() == 1);
  CHECK(result.predictive_draws == 200);
  const PredictedSignal& signal = result.predictive[0].signals.front();
  CHECK(signal.port == KnownRoom::kPort);
  CHECK(signal.compared == 24);
  // 24 values at 95 % have a sd of 4.4 %.
  CHECK(signal.coverage > 0.8);
  const std::vector<double> truth = KnownRoom::truth();
  for (std::size_t k = 0; k < signal.mean.size(); ++k) {
    CAPTURE(k);
    CHECK(std::isnan(signal.measured[k]) == (k < 1));
    CHECK(signal.low[k] <= signal.mean[k]);
    CHECK(signal.mean[k] <= signal.high[k]);
    // The parameters add little to the noise of 0.1 K.
    CHECK(signal.measured_high[k] - signal.measured_low[k] == Approx(0.392).epsilon(0.2));
    CHECK(signal.mean[k] == Approx(truth[k * NoisyRoom::kRowsOfStep]).margin(0.2));
  }
}

TEST_CASE("quantiles of a mixture of normal distributions are exact") {
  CHECK(mixture_quantile({3.0}, {2.0}, 0.975) == Approx(3.0 + 2.0 * 1.959963984540054));
  CHECK(mixture_quantile({-1.0, 1.0}, {0.5, 0.5}, 0.5) == Approx(0.0).margin(1e-9));
  // Far apart, each has half: the 75 % quantile is the median of the upper one.
  CHECK(mixture_quantile({0.0, 1000.0}, {1.0, 1.0}, 0.75) == Approx(1000.0));
  CHECK(mixture_quantile({0.0, 1000.0}, {1.0, 1.0}, 0.25) == Approx(0.0).margin(1e-6));
}

TEST_CASE("a Kalman likelihood is sampled with the noise of states and sensors") {
  const NoisyRoom room;
  Json file = NoisyRoom::problem();
  file["error_model"] = "kalman";
  file["parameters"] = Json::parse(R"([
    {"name": "R", "targets": ["room.R_out"], "initial": 0.03, "min": 0.01, "max": 0.1},
    {"name": "disturbance", "process_noise_of": ["room@wallTemperature"], "initial": 0.05,
     "min": 1e-4, "max": 1},
    {"name": "sensor", "sd_of": ["room.indoorTemperature"], "initial": 0.1, "min": 0.01,
     "max": 1}])");
  const SampleResult walkers = room.sample(file, {.chains = 2, .draws = 1500, .warmup = 200});
  CHECK(walkers.settings.sampler == Sampler::Ensemble);  // derivatives are differences
  CHECK(walkers.settings.walkers == 8);
  const SampleResult paths =
      room.sample(file, {.sampler = Sampler::Nuts, .chains = 4, .draws = 1000, .warmup = 400});
  for (std::size_t i = 0; i < 3; ++i) {
    const PosteriorSummary& a = walkers.parameters[i].posterior;
    const PosteriorSummary& b = paths.parameters[i].posterior;
    CAPTURE(walkers.parameters[i].parameter.parameter.name, a.mean, a.sd, b.mean, b.sd, a.ess_bulk,
            b.ess_bulk);
    // At least 200 effective draws in each: 7 % of a mean, in sd, and 10 % for the difference; four
    // of them. The tails of R and of the disturbance are long, so that their sd needs more.
    CHECK(std::min(a.ess_bulk, b.ess_bulk) > 200.0);
    CHECK(std::abs(a.mean - b.mean) < 0.43 * a.sd);
    CHECK(a.sd == Approx(b.sd).epsilon(0.4));
  }
  // 24 values give an sd to 15 %, and their posterior is skewed.
  CHECK(walkers.parameters[2].posterior.mean == Approx(0.1).epsilon(0.5));
  CHECK(walkers.predictive[0].signals[0].coverage > 0.8);
}

TEST_CASE("a result has its schema's keys, expressions and all draws") {
  const NoisyRoom room;
  Json file = NoisyRoom::problem();
  file["expressions"] = Json::parse(R"([{"targets": ["room.C_wall"], "value": "10 * C"}])");
  const SampleResult result = room.sample(file, {.chains = 2, .draws = 100, .warmup = 100});
  REQUIRE(result.expressions.size() == 1);
  const Json json = Json::parse(write_sample_result(result));
  CHECK(json["status"] == "done");
  const Json& own = json["parameters"]["C"];
  CHECK(own["mean"].get<double>() == result.parameters[0].posterior.mean);
  CHECK(own["ci95"].size() == 2);
  CHECK(own["unit"] == "J/K");
  CHECK(own["prior"].is_null());
  CHECK(own["targets"][0] == "room.C_air");
  CHECK(json["expressions"]["room.C_wall"]["mean"].get<double>() ==
        Approx(10.0 * own["mean"].get<double>()));
  CHECK(json["correlation"].size() == 2);
  CHECK(json["settings"]["sampler"] == "nuts");
  CHECK(json["settings"]["draws"] == 100);
  CHECK(json["chains"].size() == 2);
  const Json& signal = json["predictive"][0]["signals"]["room.indoorTemperature"];
  CHECK(signal["mean"].size() == 25);
  CHECK(signal["measured"][0].is_null());
  const Json schema = Json::parse(sample_result_schema());
  for (const auto& [key, value] : json.items()) {
    CAPTURE(key);
    CHECK(schema["properties"].contains(key));
  }
  for (const Json& key : schema["required"]) CHECK(json.contains(key));

  std::istringstream csv(write_chains(result));
  std::string line;
  REQUIRE(std::getline(csv, line));
  CHECK(line == "chain,draw,log_posterior,C [J/K],R [K/W]");
  int rows = 0;
  std::string last;
  for (; std::getline(csv, line); ++rows) last = line;
  CHECK(rows == 200);
  CHECK(last.starts_with("2,100,"));
}

TEST_CASE("apply takes the means of a posterior") {
  const NoisyRoom room;
  const SampleResult result =
      room.sample(NoisyRoom::problem(), {.chains = 1, .draws = 50, .warmup = 50});
  const EstimatedValues read =
      read_estimated_values(room.write("posterior.json", write_sample_result(result)));
  CHECK(read.warnings.items().empty());
  const std::vector<EstimatedValue>& values = read.values;
  REQUIRE(values.size() == 2);
  CHECK(values[0].setting.path == "room.C_air");
  CHECK(values[0].setting.value.value == result.parameters[0].posterior.mean);
}

TEST_CASE("problems without a posterior are refused with the reason") {
  const NoisyRoom room;
  Json file = NoisyRoom::problem();
  file["parameters"][0].erase("max");
  const Diagnostics open = room.faults_of(file);
  REQUIRE(has(open, "sample.prior_missing"));
  CHECK(open.items().back().message.find("'C'") != std::string::npos);
  CHECK(open.items().back().where.line > 0);
  file["parameters"][0]["prior"] = {{"mean", 2e6}, {"sd", 1e6}};
  CHECK(room.faults_of(file, {.chains = 1, .draws = 10, .warmup = 10}).empty());

  file = NoisyRoom::problem();
  file["loss"] = "huber";
  CHECK(has(room.faults_of(file), "sample.loss"));

  file = NoisyRoom::problem();
  file["periods"][0]["start"] = "2023-01-01T00:05:00Z";  // rows between the measured values
  file["periods"][0]["end"] = "2023-01-01T23:05:00Z";
  CHECK(has(room.faults_of(file), "calibration.no_data"));

  const SampleOptions few{.sampler = Sampler::Ensemble, .walkers = 2};
  CHECK(has(room.faults_of(NoisyRoom::problem(), few), "sample.walkers"));
  const SampleOptions odd{.sampler = Sampler::Ensemble, .walkers = 7};
  CHECK(has(room.faults_of(NoisyRoom::problem(), odd), "sample.walkers"));
}

TEST_CASE("few draws and noise that lasts are warned of") {
  const NoisyRoom room;
  const SampleResult result =
      room.sample(NoisyRoom::problem(), {.chains = 2, .draws = 20, .warmup = 20});
  CHECK(has(result.diagnostics, "sample.draws_few"));
  // A wave that the room cannot follow.
  std::vector<double> rows = KnownRoom::truth();
  for (std::size_t k = 0; k < rows.size(); ++k) {
    rows[k] += 0.2 * std::sin(static_cast<double>(k) / 20.0);
  }
  room.write_series("measured.csv", rows);
  const SampleResult waved =
      room.sample(NoisyRoom::problem(), {.chains = 1, .draws = 20, .warmup = 20});
  CHECK(has(waved.diagnostics, "sample.residuals_correlated"));
  CHECK(!has(waved.diagnostics, "calibration.residuals_correlated"));
}

TEST_CASE("a stated sd that is much smaller than the residuals is warned of") {
  const NoisyRoom room;
  Json file = NoisyRoom::problem();
  file["measurements"][0]["sd"] = 0.03;  // the noise has 0.1
  const SampleOptions options{.chains = 1, .draws = 20, .warmup = 20};
  CHECK(has(room.sample(file, options).diagnostics, "sample.sd_small"));
  CHECK(!has(room.calibrate(file).diagnostics, "calibration.sd_small"));  // there is no prior

  file = linear_problem();
  CHECK(!has(room.calibrate(file).diagnostics, "calibration.sd_small"));
  file["measurements"][0]["sd"] = 0.03;
  CHECK(has(room.calibrate(file).diagnostics, "calibration.sd_small"));
}

TEST_CASE("the sampler that suits the problem is chosen and foretold") {
  const NoisyRoom room;
  SampleOptions options{.chains = 1};
  int calls = 0;
  options.begin = [&](const SampleSettings& settings, double expected) {
    ++calls;
    CHECK(settings.sampler == Sampler::Nuts);
    CHECK(settings.draws == 500);
    CHECK(settings.warmup == 300);
    CHECK(expected > 0.0);
  };
  const SampleResult result = room.sample(NoisyRoom::problem(), options);
  CHECK(calls == 1);
  CHECK(result.roughness < 0.01);
  CHECK(!has(result.diagnostics, "sample.rough"));
}

TEST_CASE("chains end when their time is over and keep as many draws as each other") {
  const NoisyRoom room;
  // Some 10 to 100 times what an iteration takes; the warm-up of 1 is over in any case.
  SampleOptions options{.sampler = Sampler::Nuts, .chains = 3, .draws = 1000000, .warmup = 1};
  options.time_limit = std::chrono::seconds(2);
  const SampleResult result = room.sample(NoisyRoom::problem(), options);
  CHECK(has(result.diagnostics, "sample.time_limit"));
  REQUIRE(result.draws[0].size() == 3);
  for (const std::vector<double>& chain : result.draws[0]) {
    CHECK(static_cast<int>(chain.size()) == result.settings.draws);
  }
  CHECK(result.settings.draws < 1000000);
  CHECK(result.log_posterior[2].size() == result.draws[0][0].size());

  options.warmup = 1000000;
  options.time_limit = std::chrono::milliseconds(100);
  CHECK(has(room.faults_of(NoisyRoom::problem(), options), "sample.time_limit"));
}

TEST_CASE("a run ends when it is asked to, and keeps nothing") {
  const NoisyRoom room;
  SampleOptions options{.chains = 2, .threads = 2};
  options.progress = [](long done, long) { return done < 50; };
  CHECK(room.sample(NoisyRoom::problem(), options).interrupted);
  options.progress = {};
  options.search = [](int, int, double) { return false; };
  CHECK(room.sample(NoisyRoom::problem(), options).interrupted);
}

}  // namespace
}  // namespace hearth::test::sample_test
