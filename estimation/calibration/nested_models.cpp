// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/nested_models.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "hearth/data/json/json_document.hpp"
#include "hearth/data/json/json_values.hpp"
#include "hearth/estimation/solver/internal/residual_noise.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth {
namespace {

constexpr double kLevel = 0.05;  // significance level of the test

/// Reads the parts of a result that a comparison needs.
class FiguresReader {
 public:
  explicit FiguresReader(const std::filesystem::path& path)
      : document_(JsonDocument::read(path)), path_(path) {}

  CalibrationFigures read() {
    const JsonNode root = document_.root();
    require_result(root);
    CalibrationFigures figures;
    figures.file = path_.string();
    figures.converged = root.find("status")->string() == "converged";
    figures.data = read_fingerprint(root, "data", "the measured rows");
    read_likelihood(root, figures);
    read_scale(root, figures);
    read_white(root, figures);
    read_maximum(root, figures);
    if (diagnostics_.has_errors()) throw InputError(diagnostics_);
    return figures;
  }

 private:
  void require_result(const JsonNode& root) const {
    const auto status = root.find("status");
    const auto likelihood = root.find("likelihood");
    const bool result = status && status->is(JsonKind::String) &&
                        root.find("parameters").has_value() && root.find("settings").has_value();
    if (result && likelihood) return;
    if (root.find("chains")) {
      throw InputError("calibration.no_result", {.file = path_.string()},
                       "this is a posterior of 'hearth sample'; models are compared by the largest "
                       "likelihood: use files written by 'hearth calibrate -o'");
    }
    throw InputError(
        "calibration.no_result", {.file = path_.string()},
        result ? "this calibration failed and has no likelihood; correct its problem and calibrate "
                 "again"
               : "this is not the result of a calibration: it has no 'status', 'parameters' and "
                 "'settings'; use files written by 'hearth calibrate -o'");
  }

  std::string read_fingerprint(const JsonNode& root, const char* key, const char* of) {
    if (const auto text = root.find(key)) return read_name(*text, diagnostics_).value_or("");
    diagnostics_.error("compare.no_data", root.where(),
                       "the key '" + std::string(key) + "', which identifies " + of +
                           ", is missing; calibrate again");
    return "";
  }

  double number(const JsonNode& object, const char* key, NumberRange range = {}) {
    const auto member = require_member(object, key, diagnostics_);
    return member ? read_number(*member, diagnostics_, range).value_or(0.0) : 0.0;
  }

  void read_likelihood(const JsonNode& root, CalibrationFigures& figures) {
    const JsonNode likelihood = *root.find("likelihood");
    if (!require_object(likelihood, diagnostics_)) return;
    constexpr NumberRange kCount{.min = 0.0, .max = 1e9}, kLogarithm{.min = -1e15, .max = 1e15};
    figures.log_likelihood = number(likelihood, "log_likelihood", kLogarithm);
    figures.aic = number(likelihood, "aic", kLogarithm);
    figures.bic = number(likelihood, "bic", kLogarithm);
    figures.rows = static_cast<long>(number(likelihood, "rows", kCount));
    figures.parameters =
        static_cast<long>(number(likelihood, "parameters", {.min = 0.0, .max = 1e6}));
  }

  /// The likelihood of a filter contains its own noise; that of residuals, the stated one.
  void read_scale(const JsonNode& root, CalibrationFigures& figures) {
    const JsonNode settings = *root.find("settings");
    if (!require_object(settings, diagnostics_)) return;
    if (const auto limit = settings.find("outlier_limit")) {
      figures.outlier_limit = read_number(*limit, diagnostics_, {.min = 0.0, .max = 1e12});
      figures.maximum = false;
    }
    const auto error_model = settings.find("error_model");
    figures.filter =
        error_model && error_model->is(JsonKind::String) && error_model->string() == "kalman";
    if (figures.filter) return;
    figures.weighted_data =
        read_fingerprint(root, "weighted_data", "the measured rows and their sd");
    const auto uncertainty = root.find("uncertainty");
    if (!uncertainty || !require_object(*uncertainty, diagnostics_)) return;
    figures.residual_sd = number(*uncertainty, "residual_sd", {.min = 0.0, .max = 1e12});
  }

  void read_white(const JsonNode& root, CalibrationFigures& figures) {
    const auto measurements = root.find("measurements");
    if (!measurements || !require_object(*measurements, diagnostics_)) return;
    for (const JsonNode own : measurements->members()) {
      if (!own.is(JsonKind::Object)) continue;
      for (const char* key : {"residuals", "innovations"}) {
        const auto tests = own.find(key);
        if (!tests || !tests->is(JsonKind::Object)) continue;
        // The likelihood of a filter does not depend on the residuals of the simulation.
        if (own.find("innovations") && std::string(key) == "residuals") continue;
        const auto white = tests->find("white");
        if (white && white->is(JsonKind::Boolean) && !white->boolean()) figures.white = false;
      }
    }
  }

  void read_maximum(const JsonNode& root, CalibrationFigures& figures) {
    const JsonNode settings = *root.find("settings");
    const auto loss = settings.is(JsonKind::Object) ? settings.find("loss") : std::nullopt;
    const auto kind = loss && loss->is(JsonKind::Object) ? loss->find("kind") : std::nullopt;
    if (kind && kind->is(JsonKind::String) && kind->string() != "squared") figures.maximum = false;
    const JsonNode parameters = *root.find("parameters");
    if (!require_object(parameters, diagnostics_)) return;
    for (const JsonNode own : parameters.members()) {
      if (!own.is(JsonKind::Object)) continue;
      if (own.find("prior")) figures.maximum = false;
      const auto bound = own.find("at_bound");
      if (bound && bound->is(JsonKind::String)) ++figures.at_bound;
    }
  }

  JsonDocument document_;
  std::filesystem::path path_;
  Diagnostics diagnostics_;
};

std::string parameters_text(long count) {
  return std::to_string(count) + (count == 1 ? " parameter" : " parameters");
}

/// Returns the preference of the criteria, with likelihoods divided by `scale`.
std::string criteria_text(const std::vector<CalibrationFigures>& models, double scale) {
  const std::string quasi = scale > 1.0 ? "Q" : "";
  const auto preferred = [&](double CalibrationFigures::*criterion) {
    return models[1].*criterion < models[0].*criterion ? 1U : 0U;
  };
  const std::size_t by_aic = preferred(&CalibrationFigures::aic);
  const std::size_t by_bic = preferred(&CalibrationFigures::bic);
  const auto lead = [&](double CalibrationFigures::*criterion) {
    const double difference = std::abs(models[1].*criterion - models[0].*criterion);
    return number_text(std::round(10.0 * difference) / 10.0);
  };
  const auto equal = [&](double CalibrationFigures::*criterion) {
    return std::abs(models[1].*criterion - models[0].*criterion) < 0.05;
  };
  if (equal(&CalibrationFigures::aic) && equal(&CalibrationFigures::bic)) {
    return quasi + "AIC and " + quasi + "BIC are the same for both";
  }
  const std::string aic =
      quasi + "AIC prefers '" + models[by_aic].file + "' by " + lead(&CalibrationFigures::aic);
  if (by_aic == by_bic) {
    return aic + ", " + quasi + "BIC too, by " + lead(&CalibrationFigures::bic);
  }
  return aic + ", " + quasi + "BIC '" + models[by_bic].file + "' by " +
         lead(&CalibrationFigures::bic);
}

void warn_of_models(const std::vector<CalibrationFigures>& models, Diagnostics& warnings) {
  for (const CalibrationFigures& own : models) {
    if (!own.converged) {
      warnings.warning("compare.not_converged", {.file = own.file},
                       "this calibration did not converge: its likelihood may not be the largest; "
                       "run its search to the end");
    }
    if (!own.white) {
      warnings.warning(
          "compare.residuals_correlated", {.file = own.file},
          "the residuals are not white noise, so that the test and the criteria overstate the "
          "certainty; compare calibrations with \"error_model\": \"kalman\"");
    }
  }
}

/// Returns the ratio of the variance of the residuals to the stated one for the model with more
/// parameters, or for the better fit; at least 1.
double scale_of(const CalibrationFigures& first, const CalibrationFigures& second) {
  if (first.filter || second.filter) return 1.0;
  const double residual_sd = first.parameters == second.parameters
                                 ? std::min(first.residual_sd, second.residual_sd)
                             : first.parameters > second.parameters ? first.residual_sd
                                                                    : second.residual_sd;
  return std::max(1.0, residual_sd * residual_sd);
}

/// Returns the reason why a test is impossible; "" if it is possible.
std::string no_test(const std::vector<CalibrationFigures>& models) {
  if (models[0].filter != models[1].filter) {
    return "only one of the models uses a Kalman filter, so that neither is a special case of the "
           "other and a likelihood-ratio test is not possible";
  }
  if (models[0].parameters == models[1].parameters) {
    const bool bounds = models[0].at_bound != models[1].at_bound;
    return "both models have " + parameters_text(models[0].parameters) +
           (bounds ? " that are not at a bound" : "") +
           ", so that there is no likelihood-ratio test";
  }
  if (!models[0].maximum || !models[1].maximum) {
    return "a loss, an outlier limit or a prior shifted the parameters from the maximum of the "
           "likelihood, so that there is no likelihood-ratio test";
  }
  return "";
}

}  // namespace

CalibrationFigures read_calibration_figures(const std::filesystem::path& path) {
  return FiguresReader(path).read();
}

ModelComparison compare_models(const CalibrationFigures& first, const CalibrationFigures& second) {
  if (first.data != second.data || first.rows != second.rows) {
    throw InputError("compare.data_differ", {.file = second.file},
                     "this calibration used other measured rows than '" + first.file +
                         "': likelihoods can be compared for the same data only; calibrate both "
                         "with the same measurements, periods, warm-ups and step");
  }
  const bool stated =
      !first.filter && !second.filter && first.weighted_data != second.weighted_data;
  if (stated || first.outlier_limit != second.outlier_limit) {
    throw InputError("compare.likelihoods_differ", {.file = second.file},
                     std::string("this calibration has another ") +
                         (stated ? "'sd' of its measurements" : "'outlier_limit'") + " than '" +
                         first.file +
                         "': their likelihoods cannot be compared; calibrate both with the same");
  }
  ModelComparison comparison{{first, second}, scale_of(first, second), std::nullopt, "", {}};
  for (CalibrationFigures& own : comparison.models) {
    const double left_out = 2.0 * own.log_likelihood * (1.0 - 1.0 / comparison.scale);
    own.aic += left_out;
    own.bic += left_out;
  }
  const auto& models = comparison.models;
  warn_of_models(models, comparison.warnings);
  const std::string criteria = criteria_text(models, comparison.scale);
  const std::string why = no_test(models);
  if (!why.empty()) {
    comparison.conclusion = why + "; " + criteria;
    return comparison;
  }
  LikelihoodRatioTest test;
  test.richer = second.parameters > first.parameters ? 1 : 0;
  const CalibrationFigures& richer = models[test.richer];
  const CalibrationFigures& poorer = models[1 - test.richer];
  if (richer.log_likelihood < poorer.log_likelihood) {
    comparison.warnings.warning(
        "compare.richer_is_worse", {.file = richer.file},
        "this model has more parameters and a smaller likelihood than '" + poorer.file +
            "': it is not at its optimum, or does not contain that model; calibrate it again from "
            "the values of that result");
    comparison.conclusion =
        "the model with more parameters has the smaller likelihood, so that "
        "there is no likelihood-ratio test; " +
        criteria;
    return comparison;
  }
  test.statistic = 2.0 * (richer.log_likelihood - poorer.log_likelihood) / comparison.scale;
  test.degrees_of_freedom = static_cast<int>(richer.parameters - poorer.parameters);
  test.p = estimation::chi_squared_above(test.statistic, test.degrees_of_freedom);
  char p[32];
  std::snprintf(p, sizeof p, " (p = %.2g); ", test.p);
  const bool one = test.degrees_of_freedom == 1;
  comparison.conclusion =
      test.p < kLevel
          ? "if '" + richer.file + "' contains '" + poorer.file + "', its " +
                std::to_string(test.degrees_of_freedom) +
                (one ? " additional parameter improves" : " additional parameters improve") +
                " the fit more than chance does" + p + criteria
          : "'" + richer.file + "' has " + parameters_text(test.degrees_of_freedom) +
                " more than the data support" + p + criteria;
  comparison.test = test;
  return comparison;
}

}  // namespace hearth
