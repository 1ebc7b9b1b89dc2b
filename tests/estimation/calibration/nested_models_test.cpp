// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/nested_models.hpp"

#include <algorithm>
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/data/temp_folder.hpp"

namespace hearth::test::nested_models_test {
namespace {

using Json = nlohmann::json;

/// A result with what a comparison reads.
Json result(double log_likelihood, int parameters) {
  Json json =
      Json::parse(R"({"status": "converged", "parameters": {}, "data": "00", "weighted_data": "01",
    "settings": {"error_model": "kalman", "loss": {"kind": "squared", "scale": 1}},
    "measurements": {"room.T": {"innovations": {"white": true}, "residuals": {"white": false}}},
    "uncertainty": {"residual_sd": 3}})");
  json["likelihood"] = {{"log_likelihood", log_likelihood},
                        {"aic", 2.0 * parameters - 2.0 * log_likelihood},
                        {"bic", 4.0 * parameters - 2.0 * log_likelihood},
                        {"rows", 100},
                        {"parameters", parameters}};
  return json;
}

class Results {
 public:
  ModelComparison compare(const Json& first, const Json& second) const {
    return compare_models(read("first.json", first), read("second.json", second));
  }
  CalibrationFigures read(const std::string& name, const Json& json) const {
    return read_calibration_figures(folder_.write(name, json.dump()));
  }
  std::string fault(const Json& first, const Json& second) const {
    try {
      compare(first, second);
    } catch (const InputError& error) {
      return error.diagnostics().items().front().code;
    }
    return "";
  }

 private:
  TempFolder folder_;
};

bool warned(const ModelComparison& comparison, const std::string& code) {
  const auto& items = comparison.warnings.items();
  return std::any_of(items.begin(), items.end(),
                     [&](const Diagnostic& item) { return item.code == code; });
}

TEST_CASE("parameters at a bound, which do not count, are mentioned if there is no test") {
  const Results results;
  Json vanished = result(-100.0, 2);
  vanished["parameters"] = {{"a", {{"at_bound", nullptr}}},
                            {"b", {{"at_bound", nullptr}}},
                            {"noise", {{"at_bound", "lower"}}}};
  const ModelComparison found = results.compare(vanished, result(-100.0, 2));
  CHECK(found.models[0].at_bound == 1);
  CHECK_FALSE(found.test);
  CHECK(found.conclusion.starts_with("both models have 2 parameters that are not at a bound, so"));
  const ModelComparison plain = results.compare(result(-100.0, 2), result(-100.0, 2));
  CHECK(plain.conclusion.starts_with("both models have 2 parameters, so"));
}

TEST_CASE("the likelihood ratio of nested models is compared with chi-squared") {
  const Results results;
  // 2 (-96.0925 + 100) = 7.815, which χ² with 3 degrees of freedom exceeds in 5 % (tables).
  for (const double more : {0.01, -0.01}) {
    const ModelComparison found = results.compare(result(-100.0, 2), result(-96.0925 + more, 5));
    REQUIRE(found.test);
    CHECK(found.test->richer == 1);
    CHECK(found.scale == 1.0);  // the residuals of the simulation do not count
    CHECK(found.test->statistic == Approx(7.815 + 2.0 * more));
    CHECK(found.test->degrees_of_freedom == 3);
    CHECK(found.test->p == Approx(0.05).epsilon(0.02));
    const bool significant = more > 0.0;
    CHECK((found.test->p < 0.05) == significant);
    CHECK((found.conclusion.find("more than chance does") != std::string::npos) == significant);
    CHECK((found.conclusion.find("3 parameters more than the data support") != std::string::npos) !=
          significant);
    CHECK(found.warnings.empty());
  }
  // The order of the files does not matter.
  const ModelComparison turned = results.compare(result(-96.0925, 5), result(-100.0, 2));
  CHECK(turned.test->richer == 0);
  CHECK(turned.test->statistic == Approx(7.815));
}

TEST_CASE("residuals that are larger than stated divide the likelihood ratio") {
  const Results results;
  Json poorer = result(-100.0, 2), richer = result(-82.0, 3);
  for (Json* own : {&poorer, &richer}) {
    (*own)["settings"]["error_model"] = "output_error";
    (*own)["measurements"]["room.T"].erase("innovations");
  }
  richer["uncertainty"]["residual_sd"] = 3.0;
  const ModelComparison found = results.compare(poorer, richer);
  REQUIRE(found.test);
  CHECK(found.scale == 9.0);
  CHECK(found.test->statistic == Approx(4.0));
  CHECK(found.test->p == Approx(0.0455).epsilon(1e-3));  // two sd of the normal distribution
  // -2 ln L / 9 and twice the number of parameters: 26.22 and 24.22.
  CHECK(found.models[0].aic == Approx(200.0 / 9.0 + 4.0));
  CHECK(found.models[1].aic == Approx(164.0 / 9.0 + 6.0));
  CHECK(found.models[1].bic == Approx(164.0 / 9.0 + 12.0));
  CHECK(found.conclusion.find("QAIC prefers") != std::string::npos);
  CHECK(warned(found, "compare.residuals_correlated"));
  richer["uncertainty"]["residual_sd"] = 0.5;
  CHECK(results.compare(poorer, richer).scale == 1.0);
}

TEST_CASE("models of the same number of parameters are compared by criteria alone") {
  const Results results;
  const ModelComparison found = results.compare(result(-100.0, 3), result(-98.0, 3));
  CHECK_FALSE(found.test);
  CHECK(found.conclusion.find("both models have 3 parameters") != std::string::npos);
  CHECK(found.conclusion.find("AIC prefers") != std::string::npos);
  CHECK(found.conclusion.find("second.json' by 4") != std::string::npos);
}

TEST_CASE("a richer model with the smaller likelihood is not at its optimum") {
  const Results results;
  const ModelComparison found = results.compare(result(-100.0, 3), result(-101.0, 4));
  CHECK_FALSE(found.test);
  CHECK(warned(found, "compare.richer_is_worse"));
}

TEST_CASE("a prior or a loss leaves criteria alone") {
  const Results results;
  Json with_prior = result(-90.0, 4);
  with_prior["parameters"]["C"] = {{"prior", {{"mean", 1}, {"sd", 1}}}};
  CHECK_FALSE(results.compare(result(-100.0, 3), with_prior).test);
  Json with_loss = result(-90.0, 4);
  with_loss["settings"]["loss"]["kind"] = "huber";
  CHECK_FALSE(results.compare(result(-100.0, 3), with_loss).test);
}

TEST_CASE("calibrations that did not converge are warned of") {
  const Results results;
  Json stopped = result(-90.0, 4);
  stopped["status"] = "stopped";
  CHECK(warned(results.compare(result(-100.0, 3), stopped), "compare.not_converged"));
}

TEST_CASE("likelihoods of other stated sds or limits of outliers are not compared") {
  const Results results;
  Json first = result(-100.0, 3), second = result(-90.0, 4);
  first["settings"]["outlier_limit"] = 3.0;
  CHECK(results.fault(first, second) == "compare.likelihoods_differ");
  second["settings"]["outlier_limit"] = 3.0;
  CHECK_FALSE(results.compare(first, second).test);  // Huber's sum is not a likelihood

  first = result(-100.0, 3), second = result(-90.0, 4);
  for (Json* own : {&first, &second}) {
    (*own)["settings"]["error_model"] = "output_error";
    (*own)["uncertainty"] = {{"residual_sd", 1.0}};
  }
  CHECK(results.compare(first, second).test);
  second["weighted_data"] = "02";
  CHECK(results.fault(first, second) == "compare.likelihoods_differ");
}

TEST_CASE("a filter and output error do not contain each other") {
  const Results results;
  Json output_error = result(-100.0, 3);
  output_error["settings"]["error_model"] = "output_error";
  const ModelComparison found = results.compare(output_error, result(-90.0, 5));
  CHECK_FALSE(found.test);
  CHECK(found.scale == 1.0);
  CHECK(found.conclusion.find("neither is a special case of the other") != std::string::npos);
  output_error.erase("weighted_data");
  CHECK(results.fault(output_error, result(-90.0, 5)) == "compare.no_data");
}

TEST_CASE("models of equal criteria are not ranked") {
  const Results results;
  const ModelComparison found = results.compare(result(-100.0, 3), result(-100.0, 3));
  CHECK(found.conclusion.find("AIC and BIC are the same for both") != std::string::npos);
}

TEST_CASE("results of other data, and files that are not results, are refused") {
  const Results results;
  const Json good = result(-100.0, 3);
  Json other = result(-90.0, 4);
  other["data"] = "01";
  CHECK(results.fault(good, other) == "compare.data_differ");
  other.erase("data");
  CHECK(results.fault(good, other) == "compare.no_data");
  other = result(-90.0, 4);
  other.erase("likelihood");
  CHECK(results.fault(good, other) == "calibration.no_result");
  CHECK(results.fault(good, {{"room.C", 1}}) == "calibration.no_result");
  CHECK(results.fault(good, {{"status", "done"},
                             {"parameters", Json::object()},
                             {"settings", Json::object()},
                             {"chains", Json::array()}}) == "calibration.no_result");
  CHECK(results.fault(good, Json::array()) == "calibration.no_result");
  other = result(-90.0, 4);
  other["likelihood"]["aic"] = nullptr;
  CHECK(results.fault(good, other) == "json.type");
  other["likelihood"].erase("aic");
  CHECK(results.fault(good, other) == "json.missing_key");
  other = result(-90.0, 4);
  other["likelihood"]["parameters"] = -1;
  CHECK(results.fault(good, other) == "json.range");
  other = result(-90.0, 4);
  other["settings"] = 1;
  CHECK(results.fault(good, other) == "json.type");
}

}  // namespace
}  // namespace hearth::test::nested_models_test
