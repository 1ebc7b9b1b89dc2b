// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "hearth/apps/session/session.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth::apps {

enum class ModelFormat { Json, Turtle };

/// Returns the format that a file's name asks for; nothing for other endings.
std::optional<ModelFormat> model_format(const std::filesystem::path& path);

/// Returns the text of a model file and shows what there is to say about it. `deviations` are the
/// standard deviations of estimated parameters (`write_twin4build`), which JSON does not hold.
std::string model_text(const SimulationModel& model, ModelFormat format, Session& session,
                       const std::map<std::string, double>& deviations = {});

/// Names data files that were relative to the model `from` relative to the model `to`.
void move_data_files(const std::filesystem::path& from, const std::filesystem::path& to,
                     SimulationModel& model);

}  // namespace hearth::apps
