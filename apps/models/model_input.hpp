// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hearth/apps/options/options.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/continuous/evaluation_order.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/framework/plan/plan.hpp"
#include "hearth/ontology/model_files/model_settings.hpp"

namespace hearth::apps {

/// The effect of a ReadConfinement on the files that a model names.
enum class NamedFiles {
  Confined,  ///< they are read only if that is permitted in any case
  /// Files in or below the folder of the model may be read, because a user named the model.
  OfTheModel,
};

/// Reads the model of a verb. A model without components is an error.
SimulationModel read_model(const ModelOptions& options, Diagnostics& diagnostics,
                           NamedFiles named = NamedFiles::Confined);

/// Reads the model from the content of `options.file`.
SimulationModel read_model(const TextFile& file, const ModelOptions& options,
                           Diagnostics& diagnostics, NamedFiles named = NamedFiles::Confined);

/// Returns the model with the settings of `--set`. Throws the ModelError of `apply_setting`, and
/// UsageError `usage.value` for a setting that cannot be made.
SimulationModel with_settings(SimulationModel model, const std::vector<ModelSetting>& settings);

/// Returns the folders in which the data files of a model in `file` are looked for.
DataOptions data_options(const ModelOptions& options);

/// A plan for viewing, which is made even if initial values are missing.
struct ViewedPlan {
  std::shared_ptr<const Plan> plan;
  std::vector<std::string> missing;  ///< outputs `id.port` that need an initial value
};

/// Returns the algebraic loops and the order of samples of the continuous engine for a plan that
/// was made for it. Throws ModelError `model.algebraic_loop` for a loop that must not be solved.
EvaluationOrder evaluation_order(const Plan& plan);

/// Compiles a model. If an initial value is missing (`model.initial_missing`), it is taken as 0 and
/// listed in the result; no error is thrown.
ViewedPlan compile_for_view(const SimulationModel& model, const CompileOptions& options);

}  // namespace hearth::apps
