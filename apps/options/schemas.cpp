// SPDX-License-Identifier: MIT
#include "hearth/apps/options/schemas.hpp"

#include "hearth/components/standard_components.hpp"
#include "hearth/estimation/calibration/calibration.hpp"
#include "hearth/estimation/scenarios/set/scenario_set.hpp"
#include "hearth/ontology/mapping/file/mapping_reader.hpp"
#include "hearth/ontology/model_files/model_schema.hpp"

namespace hearth::apps {

const std::vector<FileSchema>& file_schemas() {
  static const std::vector<FileSchema> schemas = {
      {"model", [] { return model_schema(standard_components()); }},
      {"calibration", calibration_schema},
      {"scenarios", scenario_schema},
      {"mapping", [] { return mapping_schema(standard_components()); }},
  };
  return schemas;
}

std::vector<std::string> schema_kinds() {
  std::vector<std::string> kinds;
  for (const FileSchema& schema : file_schemas()) kinds.emplace_back(schema.kind);
  return kinds;
}

}  // namespace hearth::apps
