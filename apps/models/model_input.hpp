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

/// What a ReadConfinement makes of the files that a model names.
enum class NamedFiles {
  Confined,    ///< read only where that is permitted anyway
  OfTheModel,  ///< those next to the model or below may be read: a user named it
};

/// Reads the model of a verb; one without components is refused.
SimulationModel read_model(const ModelOptions& options, Diagnostics& diagnostics,
                           NamedFiles named = NamedFiles::Confined);

/// The same from a file that was read, `options.file`.
SimulationModel read_model(const TextFile& file, const ModelOptions& options,
                           Diagnostics& diagnostics, NamedFiles named = NamedFiles::Confined);

/// Returns the model with what `--set` names set. ModelError as `apply_setting`, and UsageError
/// `usage.value` for what cannot be set.
SimulationModel with_settings(SimulationModel model, const std::vector<ModelSetting>& settings);

/// Where the data files of a model in `file` are looked for.
DataOptions data_options(const ModelOptions& options);

/// A plan to look at: made even where initial values are missing.
struct ViewedPlan {
  std::shared_ptr<const Plan> plan;
  std::vector<std::string> missing;  ///< outputs `id.port` that need an initial value
};

/// Returns what the continuous engine makes of a plan that was made for it: algebraic loops and the
/// order of samples. ModelError `model.algebraic_loop` for a loop that is refused.
EvaluationOrder evaluation_order(const Plan& plan);

/// Compiles a model; an initial value that is missing (`model.initial_missing`) is reported in the
/// result instead of thrown, and taken as 0.
ViewedPlan compile_for_view(const SimulationModel& model, const CompileOptions& options);

}  // namespace hearth::apps
