// SPDX-License-Identifier: MIT
#include "hearth/apps/models/model_output.hpp"

#include <algorithm>
#include <cctype>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/model_files/model_json.hpp"
#include "hearth/ontology/twin4build/twin4build.hpp"

namespace hearth::apps {

std::optional<ModelFormat> model_format(const std::filesystem::path& path) {
  const std::string ending = lower_case(path.extension().string());
  if (ending == ".json") return ModelFormat::Json;
  if (ending == ".ttl" || ending == ".turtle") return ModelFormat::Turtle;
  return std::nullopt;
}

std::string model_text(const SimulationModel& model, ModelFormat format, Session& session,
                       const std::map<std::string, double>& deviations) {
  if (format == ModelFormat::Json) return write_model_json(model);
  return with_messages(session, [&](Diagnostics& diagnostics) {
    return write_twin4build(model, standard_components(), diagnostics, deviations);
  });
}

}  // namespace hearth::apps
