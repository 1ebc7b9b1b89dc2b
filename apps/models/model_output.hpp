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

/// Returns the format that a file's name asks for; nothing for other endings.
std::optional<ModelFormat> model_format(const std::filesystem::path& path);

/// Returns the format of the model that `--output` names. UsageError `usage.value`, with a hint at
/// other files the verb writes, if its ending is none of a model.
ModelFormat required_model_format(const std::filesystem::path& output, std::string_view hint = {});

/// Returns the text of a model file and shows the messages about it. `deviations` are the
/// standard deviations of estimated parameters (`write_twin4build`), which JSON does not hold.
std::string model_text(const SimulationModel& model, ModelFormat format, Session& session,
                       const std::map<std::string, double>& deviations = {});

/// Writes a model that was read from `source`, and names its data files as they lie from there.
/// `found` has the messages of its validation; it is shown, and errors in it are thrown as
/// ModelError.
void write_model_file(const std::filesystem::path& output, ModelFormat format,
                      SimulationModel model, const ModelOptions& source, const Diagnostics& found,
                      Session& session);

}  // namespace hearth::apps
