// SPDX-License-Identifier: MIT
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/apps/views/name_width.hpp"
#include "hearth/data/json/json_text.hpp"
#include "hearth/estimation/calibration/nested_models.hpp"

namespace hearth::apps {
namespace {

nlohmann::ordered_json comparison_json(const ModelComparison& comparison) {
  nlohmann::ordered_json json;
  for (const CalibrationFigures& own : comparison.models) {
    json["models"].push_back({{"file", own.file},
                              {"log_likelihood", own.log_likelihood},
                              {"parameters", own.parameters},
                              {"rows", own.rows},
                              {"aic", own.aic},
                              {"bic", own.bic}});
  }
  json["scale"] = comparison.scale;
  json["test"] = nullptr;
  if (const auto& test = comparison.test) {
    json["test"] = {{"richer", comparison.models[test->richer].file},
                    {"statistic", test->statistic},
                    {"degrees_of_freedom", test->degrees_of_freedom},
                    {"p", test->p}};
  }
  json["conclusion"] = comparison.conclusion;
  return json;
}

std::string comparison_text(const ModelComparison& comparison) {
  const std::string title = "model";
  const bool scaled = comparison.scale > 1.0;
  std::size_t width = title.size();
  for (const CalibrationFigures& own : comparison.models) width = width_with(width, own.file);
  std::string text =
      fmt::format("{:<{}}  {:>14}  {:>10}  {:>14}  {:>14}\n", title, width, "log-likelihood",
                  "parameters", scaled ? "QAIC" : "AIC", scaled ? "QBIC" : "BIC");
  for (const CalibrationFigures& own : comparison.models) {
    text += fmt::format("{:<{}}  {:>14.6g}  {:>10}  {:>14.6g}  {:>14.6g}\n", own.file, width,
                        own.log_likelihood, own.parameters, own.aic, own.bic);
  }
  if (const auto& test = comparison.test) {
    text += fmt::format(
        "likelihood ratio {:.4g}{}, {} degree{} of freedom, p = {:.2g}\n", test->statistic,
        scaled
            ? fmt::format(" (divided by {:.4g}, the variance of the residuals)", comparison.scale)
            : "",
        test->degrees_of_freedom, test->degrees_of_freedom == 1 ? "" : "s", test->p);
  }
  return text + comparison.conclusion + "\n";
}

}  // namespace

int run_verb(const CompareOptions& options, Session& session) {
  const ModelComparison comparison = compare_models(read_calibration_figures(options.first),
                                                    read_calibration_figures(options.second));
  session.messages.show(comparison.warnings);
  if (options.json) {
    session.out << to_shown_text(comparison_json(comparison));
  } else {
    session.out << comparison_text(comparison);
  }
  return kDone;
}

}  // namespace hearth::apps
