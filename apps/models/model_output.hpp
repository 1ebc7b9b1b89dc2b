// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "hearth/apps/options/options.hpp"
#include "hearth/apps/session/session.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth::apps {

enum class ModelFormat { Json, Turtle };

/// Returns the format that corresponds to the ending of a file name; nothing for other endings.
std::optional<ModelFormat> model_format(const std::filesystem::path& path);

/// Returns the format of the model that `--output` names. If the ending is not that of a model,
/// throws UsageError `usage.value` with a hint at other files that the verb writes.
ModelFormat required_model_format(const std::filesystem::path& output, std::string_view hint = {});

/// Returns the text of a model file and shows messages about it. `deviations` are the standard
/// deviations of estimated parameters (`write_twin4build`), which JSON cannot contain.
std::string model_text(const SimulationModel& model, ModelFormat format, Session& session,
                       const std::map<std::string, double>& deviations = {});

/// Writes a model that was read from `source`; the paths of its data files become relative to the
/// new file. Shows the messages in `found`, which contains the findings of its validation, and
/// throws its errors as ModelError.
void write_model_file(const std::filesystem::path& output, ModelFormat format,
                      SimulationModel model, const ModelOptions& source, const Diagnostics& found,
                      Session& session);

}  // namespace hearth::apps
