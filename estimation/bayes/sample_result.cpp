// SPDX-License-Identifier: MIT
// The result files of `sample`.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "hearth/data/json/json_forms.hpp"
#include "hearth/data/json/schema_parts.hpp"
#include "hearth/data/text/csv.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/bayes/sample.hpp"
#include "hearth/estimation/calibration/calibration_words.hpp"
#include "hearth/estimation/calibration/internal/stated_forms.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth {
namespace {

using ResultJson = nlohmann::ordered_json;

/// A form of values that are written and never read.
template <class V>
JsonForm<V> write_only(ResultJson schema, typename JsonForm<V>::Write write) {
  return {{}, std::move(schema), std::move(write)};
}

JsonForm<double> number_or_null() {
  return write_only<double>({{"type", {"number", "null"}}}, [](const double& value) {
    return std::isfinite(value) ? ResultJson(value) : ResultJson(nullptr);
  });
}

/// Form of numbers with seven digits, which is more than any sensor provides.
JsonForm<double> measured_number() {
  return write_only<double>({{"type", {"number", "null"}}}, [](const double& value) {
    if (!std::isfinite(value)) return ResultJson(nullptr);
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.7g", value);
    return ResultJson(std::strtod(digits, nullptr));
  });
}

JsonForm<long> count() { return forms::whole<long>(); }

JsonForm<int> small_count() { return forms::whole<int>(); }

JsonForm<estimation::Interval> interval() {
  return write_only<estimation::Interval>(
      {{"type", "array"}, {"items", {{"type", "number"}}}, {"minItems", 2}, {"maxItems", 2}},
      [](const estimation::Interval& interval) {
        return ResultJson{interval.low, interval.high};
      });
}

JsonForm<Duration> seconds() {
  return write_only<Duration>({{"type", "number"}}, [](const Duration& time) {
    return std::chrono::duration<double>(time).count();
  });
}

JsonForm<std::optional<Unit>> unit_symbol() {
  return write_only<std::optional<Unit>>({{"type", "string"}}, [](const std::optional<Unit>& unit) {
    return ResultJson(unit ? unit->symbol : "1");
  });
}

JsonForm<std::optional<estimation::Prior>> prior_or_null() {
  return write_only<std::optional<estimation::Prior>>(
      {{"type", {"object", "null"}},
       {"properties", {{"mean", {{"type", "number"}}}, {"sd", {{"type", "number"}}}}}},
      [](const std::optional<estimation::Prior>& prior) {
        if (!prior) return ResultJson(nullptr);
        return ResultJson{{"mean", prior->mean}, {"sd", prior->sd}};
      });
}

/// Form of an object of values by their names, in their order.
template <class V, class Name>
JsonForm<std::vector<V>> by_name(JsonForm<V> form, Name name) {
  return write_only<std::vector<V>>(
      schema_parts::map_of(form.schema),
      [write = std::move(form.write), name](const std::vector<V>& values) {
        ResultJson object = ResultJson::object();
        for (const V& value : values) object[name(value)] = write(value);
        return object;
      });
}

const JsonRecord<PosteriorSummary>& summary_record() {
  using Summary = PosteriorSummary;
  static const auto record =
      JsonRecord<Summary>()
          .required("mean", &Summary::mean, number_or_null())
          .required("sd", &Summary::sd, number_or_null())
          .required("median", &Summary::median, number_or_null())
          .required("ci95", &Summary::ci95, interval(), "The 2.5 % and the 97.5 % quantile")
          .required("r_hat", &Summary::r_hat, number_or_null(),
                    "Split, rank-normalised; near 1 if the chains agree")
          .required("ess_bulk", &Summary::ess_bulk, number_or_null(),
                    "Effective number of draws for the mean")
          .required("ess_tail", &Summary::ess_tail, number_or_null(),
                    "Effective number of draws for the interval");
  return record;
}

JsonForm<PosteriorParameter> parameter_form() {
  const auto given = [](auto CalibrationParameter::*member) {
    return [member](auto&& sampled) -> auto& { return sampled.parameter.*member; };
  };
  const auto own = [](auto estimation::Parameter::*member) {
    return [member](auto&& sampled) -> auto& { return sampled.parameter.parameter.*member; };
  };
  const JsonForm<std::vector<std::string>> names = forms::list(forms::string());
  const auto period =
      write_only<int>({{"type", "integer"}}, [](const int& number) { return number + 1; });
  return JsonRecord<PosteriorParameter>()
      .members_of(
          summary_record(), [](auto&& sampled) -> auto& { return sampled.posterior; })
      .required("unit", given(&CalibrationParameter::unit), unit_symbol())
      .required("optimum", &PosteriorParameter::optimum, number_or_null(), "Values at the optimum")
      .required("min", own(&estimation::Parameter::min), number_or_null(),
                "Lower bound of the density")
      .required("max", own(&estimation::Parameter::max), number_or_null())
      .required("prior", own(&estimation::Parameter::prior), prior_or_null(),
                "Prior: normal within the bounds; null: uniform between them")
      .optional("period", given(&CalibrationParameter::period), period,
                "Number of the period to which the initial value belongs")
      .required("targets", given(&CalibrationParameter::targets), names)
      .optional("process_noise_of", given(&CalibrationParameter::process_noise_of), names)
      .optional("noise_time", given(&CalibrationParameter::noise_time), seconds())
      .optional("sd_of", given(&CalibrationParameter::sd_of), names)
      .optional("scale_of", given(&CalibrationParameter::scale_of), names)
      .optional("bias_of", given(&CalibrationParameter::bias_of), names)
      .form();
}

JsonForm<PosteriorExpression> expression_form() {
  const auto given = [](auto CalibrationExpression::*member) {
    return [member](auto&& sampled) -> auto& { return sampled.expression.*member; };
  };
  return JsonRecord<PosteriorExpression>()
      .members_of(
          summary_record(), [](auto&& sampled) -> auto& { return sampled.posterior; })
      .required("unit", given(&CalibrationExpression::unit), unit_symbol())
      .required("expression", given(&CalibrationExpression::value), forms::string())
      .required("targets", given(&CalibrationExpression::targets), forms::list(forms::string()))
      .form();
}

JsonForm<SampledChain> chain_form() {
  return JsonRecord<SampledChain>()
      .required("acceptance", &SampledChain::acceptance, number_or_null(),
                "Mean probability of acceptance")
      .required("step_size", &SampledChain::step_size, number_or_null(), "Step size of nuts")
      .required("divergences", &SampledChain::divergences, count(), "Number of divergences of nuts")
      .required("saturated", &SampledChain::saturated, count(),
                "Number of paths of nuts that ended at the largest depth")
      .form();
}

JsonForm<SampleSettings> settings_form() {
  using Settings = SampleSettings;
  return JsonRecord<Settings>()
      .required("sampler", &Settings::sampler, forms::choice(kSamplerWords))
      .required("chains", &Settings::chains, small_count())
      .required("walkers", &Settings::walkers, small_count(),
                "Walkers of each ensemble; 1 for nuts")
      .required("draws", &Settings::draws, small_count(), "Draws of each chain or walker")
      .required("warmup", &Settings::warmup, small_count())
      .required("seed", &Settings::seed, forms::whole<std::uint64_t>())
      .required("mass_matrix", &Settings::mass_matrix, forms::choice(kMassMatrixWords))
      .required("acceptance", &Settings::acceptance, number_or_null(),
                "Target of the probability of acceptance of nuts")
      .required("deepest", &Settings::deepest, small_count(), "Largest depth of a path of nuts")
      .required("error_model", &Settings::error_model, forms::choice(kErrorModelWords))
      .required("step", &Settings::step, seconds(), "Step of the runs, in s")
      .required("timezone", &Settings::timezone, forms::string())
      .form();
}

JsonForm<PredictedRun> predicted_form() {
  const JsonForm<std::vector<double>> row = forms::list(measured_number());
  using Predicted = PredictedSignal;
  const auto symbol = write_only<Unit>({{"type", "string"}},
                                       [](const Unit& unit) { return ResultJson(unit.symbol); });
  const JsonForm<Predicted> signal =
      JsonRecord<Predicted>()
          .required("unit", &Predicted::unit, symbol)
          .required("compared", &Predicted::compared, count(),
                    "Number of measured values that are compared")
          .required("coverage", &Predicted::coverage, number_or_null(),
                    "Share of the measured values between measured_low and measured_high")
          .required("measured", &Predicted::measured, row)
          .required("mean", &Predicted::mean, row, "Mean of the simulated output")
          .required("low", &Predicted::low, row, "2.5 % quantile of the simulated output")
          .required("high", &Predicted::high, row, "97.5 % quantile of the simulated output")
          .required("measured_low", &Predicted::measured_low, row,
                    "2.5 % quantile of a measured value")
          .required("measured_high", &Predicted::measured_high, row,
                    "97.5 % quantile of a measured value")
          .form();
  const auto stamp = write_only<Instant>({{"type", "string"}}, [](const Instant& instant) {
    return ResultJson(format_time(instant, Zone::fixed(Duration(0))));
  });
  return JsonRecord<PredictedRun>()
      .required("name", &PredictedRun::name, forms::string())
      .required("start", &PredictedRun::start, stamp)
      .required("step", &PredictedRun::step, seconds())
      .required("signals", &PredictedRun::signals,
                by_name(signal, [](const Predicted& own) { return own.port; }),
                "Quantiles by port; a number for each row")
      .form();
}

/// The part of the file before the predicted runs.
const JsonRecord<SampleResult>& result_record() {
  const auto status = write_only<bool>(
      {{"enum", {"done", "interrupted"}}},
      [](const bool& stopped) { return ResultJson(stopped ? "interrupted" : "done"); });
  const auto matrix = forms::list(forms::list(number_or_null()));
  static const auto record =
      JsonRecord<SampleResult>()
          .required("status", &SampleResult::interrupted, status)
          .required(
              "parameters", &SampleResult::parameters,
              by_name(parameter_form(),
                      [](const PosteriorParameter& own) { return own.parameter.parameter.name; }))
          .optional("expressions", &SampleResult::expressions,
                    by_name(expression_form(),
                            [](const PosteriorExpression& own) {
                              return own.expression.targets.front();
                            }))
          .optional("fixed", &SampleResult::fixed,
                    write_only<std::vector<FixedValue>>(fixed_schema(), fixed_json),
                    "Values of the problem that override the model")
          .optional("simulation", &SampleResult::simulation, stated_simulation_record().form(),
                    "Settings of the problem for the simulation of the model")
          .required("correlation", &SampleResult::correlation, matrix,
                    "Correlation of the parameters: a row for each, in their order")
          .required("settings", &SampleResult::settings, settings_form())
          .required("chains", &SampleResult::chains, forms::list(chain_form()),
                    "Chains, or walkers of an ensemble")
          .required("evaluations", &SampleResult::evaluations, count(),
                    "Number of evaluations of the posterior")
          .required("seconds", &SampleResult::seconds, number_or_null())
          .required("roughness", &SampleResult::roughness, number_or_null(),
                    "Distance of the logarithm of the posterior from the integral of its "
                    "gradient near the mode; null: not known")
          .required("predictive_draws", &SampleResult::predictive_draws, small_count(),
                    "Number of draws from which 'predictive' is computed");
  return record;
}

}  // namespace

std::string write_sample_result(const SampleResult& result) {
  // Long lists of numbers are written on one line.
  std::string text = result_record().write(result).dump(2);
  text.erase(text.rfind('}'));
  while (text.back() == '\n') text.pop_back();
  const ResultJson runs = forms::list(predicted_form()).write(result.predictive);
  return text + ",\n  \"predictive\": " + runs.dump() + "\n}\n";
}

std::string sample_result_schema() {
  auto record = result_record();
  record.required("predictive", &SampleResult::predictive, forms::list(predicted_form()),
                  "The measured outputs in each period");
  return schema_parts::schema_text("Hearth sample result", record.schema(),
                                   schema_parts::common_definitions());
}

std::string write_chains(const SampleResult& result) {
  std::string text = "chain,draw,log_posterior";
  for (const PosteriorParameter& sampled : result.parameters) {
    const auto& unit = sampled.parameter.unit;
    const std::string symbol = unit ? unit->symbol : "";
    const bool named = !symbol.empty() && symbol != "1";
    text += ',';
    const std::string& name = sampled.parameter.parameter.name;
    append_csv_cell(text, named ? name + " [" + symbol + "]" : name);
  }
  text += '\n';
  for (std::size_t c = 0; c < result.log_posterior.size(); ++c) {
    for (std::size_t k = 0; k < result.log_posterior[c].size(); ++k) {
      text += std::to_string(c + 1) + ',' + std::to_string(k + 1) + ',' +
              number_text(result.log_posterior[c][k]);
      for (const estimation::Draws& draws : result.draws) {
        text += ',';
        text += number_text(draws[c][k]);
      }
      text += '\n';
    }
  }
  return text;
}

}  // namespace hearth
