// SPDX-License-Identifier: MIT
#include "hearth/data/json/json_forms.hpp"
#include "hearth/data/json/json_text.hpp"
#include "hearth/estimation/sensitivity/sensitivity.hpp"

namespace hearth {
namespace {

constexpr Choices<SensitivityMethod, 2> kMethodWords{
    {{"morris", SensitivityMethod::Morris}, {"sobol", SensitivityMethod::Sobol}}};
constexpr Choices<SensitiveQuantity, 3> kQuantityWords{{{"objective", SensitiveQuantity::Objective},
                                                        {"rmse", SensitiveQuantity::Rmse},
                                                        {"mean", SensitiveQuantity::Mean}}};
constexpr Choices<estimation::Scale, 2> kSampledScaleWords{
    {{"linear", estimation::Scale::Linear}, {"log", estimation::Scale::Log}}};

JsonForm<SampledParameter> sampled_parameter() {
  return JsonRecord<SampledParameter>()
      .required("unit", &SampledParameter::unit, forms::string())
      .required("min", &SampledParameter::min, forms::number(), "Smallest value in the runs")
      .required("max", &SampledParameter::max, forms::number())
      .required("scale", &SampledParameter::scale, forms::choice(kSampledScaleWords),
                "Scale on which values are uniform")
      .required("targets", &SampledParameter::targets, forms::list(forms::string()))
      .optional("period", &SampledParameter::period, forms::whole<int>(),
                "Period, counted from 1, if each period has its own number")
      .form();
}

JsonForm<ParameterEffect> parameter_effect() {
  using Effect = ParameterEffect;
  const auto interval = forms::list(forms::number());
  return JsonRecord<Effect>()
      .optional("mu", &Effect::mu, forms::number(), "Mean of the elementary effects")
      .optional("mu_star", &Effect::mu_star, forms::number(),
                "Mean of the absolute values of the elementary effects")
      .optional("mu_star_ci95", &Effect::mu_star_ci95, interval)
      .optional("sigma", &Effect::sigma, forms::number(),
                "Standard deviation of the elementary effects")
      .optional("s1", &Effect::s1, forms::number(),
                "Share of the variance caused by the parameter alone")
      .optional("s1_ci95", &Effect::s1_ci95, interval)
      .optional("st", &Effect::st, forms::number(),
                "Share of the variance caused by the parameter and all its interactions")
      .optional("st_ci95", &Effect::st_ci95, interval)
      .form();
}

JsonForm<QuantitySensitivity> quantity_sensitivity() {
  using Quantity = QuantitySensitivity;
  return JsonRecord<Quantity>()
      .required("quantity", &Quantity::quantity, forms::choice(kQuantityWords))
      .optional("port", &Quantity::port, forms::string(),
                "Output id.port; absent for the objective")
      .required("unit", &Quantity::unit, forms::string())
      .required("mean", &Quantity::mean, forms::number(), "Mean over the successful runs")
      .required("sd", &Quantity::sd, forms::number())
      .required("min", &Quantity::min, forms::number())
      .required("max", &Quantity::max, forms::number())
      .required("ranking", &Quantity::ranking, forms::list(forms::string()),
                "Parameters in the order of their effect, the strongest first")
      .required("parameters", &Quantity::parameters, forms::map(parameter_effect()))
      .form();
}

JsonForm<FailedSample> failed_sample() {
  return JsonRecord<FailedSample>()
      .required("number", &FailedSample::number, forms::whole<int>(),
                "Number of the trajectory or point, from 1")
      .required("reason", &FailedSample::reason, forms::string())
      .required("parameters", &FailedSample::parameters, forms::map(forms::number()))
      .form();
}

const JsonRecord<SensitivityResult>& result_record() {
  using Result = SensitivityResult;
  static const auto record =
      JsonRecord<Result>()
          .required("method", &Result::method, forms::choice(kMethodWords))
          .optional("trajectories", &Result::trajectories, forms::whole<int>())
          .optional("points", &Result::points, forms::whole<int>())
          .required("seed", &Result::seed, forms::whole<std::uint64_t>())
          .required("runs", &Result::runs, forms::whole<long>())
          .required("failed_runs", &Result::failed_runs, forms::whole<long>())
          .required("samples_left_out", &Result::samples_left_out, forms::whole<int>(),
                    "Number of trajectories or points with a run that failed")
          .optional("failures", &Result::failures, forms::list(failed_sample()),
                    "First failed run of each trajectory or point, at most 100")
          .required("parameters", &Result::parameters, forms::map(sampled_parameter()))
          .optional("left_out", &Result::left_out, forms::map(forms::string()),
                    "Parameters that do not affect any simulation, with the reason")
          .required("dead", &Result::dead, forms::list(forms::string()),
                    "Parameters without an effect on any quantity")
          .required("quantities", &Result::quantities, forms::list(quantity_sensitivity()),
                    "Analysed quantities, the objective first");
  return record;
}

}  // namespace

std::string write_sensitivity_result(const SensitivityResult& result) {
  return to_pretty_text(result_record().write(result));
}

std::string sensitivity_result_schema() {
  return schema_parts::schema_text("Hearth sensitivity result", result_record().schema(),
                                   schema_parts::common_definitions());
}

}  // namespace hearth
