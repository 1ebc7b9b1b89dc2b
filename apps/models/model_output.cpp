// SPDX-License-Identifier: MIT
#include "hearth/apps/models/model_output.hpp"

#include <algorithm>
#include <cctype>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/model_files/model_json.hpp"
#include "hearth/ontology/twin4build/twin4build.hpp"

namespace hearth::apps {
namespace {

/// Names a data file relative to the folder of the new model, where it was relative to the old one.
class FileMover {
 public:
  FileMover(const std::filesystem::path& from, const std::filesystem::path& to)
      : from_(std::filesystem::absolute(from).parent_path()),
        to_(std::filesystem::absolute(to).parent_path()) {}

  bool needed() const { return from_.lexically_normal() != to_.lexically_normal(); }

  void move(std::string& name) const {
    std::error_code ignored;
    const std::filesystem::path file(name);
    if (file.is_absolute() || !std::filesystem::exists(from_ / file, ignored)) return;
    name = (from_ / file).lexically_normal().lexically_relative(to_.lexically_normal());
  }

 private:
  std::filesystem::path from_, to_;
};

void move_files(SimulationModel& model, const FileMover& mover) {
  for (auto& [port, measurement] : model.measurements) mover.move(measurement.column.file);
  model.change_components([&](Component& component) {
    for (auto& [name, setting] : component.config) {
      if (auto* file = std::get_if<FileName>(&setting)) mover.move(file->path);
      auto* series = std::get_if<SeriesSpec>(&setting);
      if (series == nullptr) continue;
      if (auto* column = std::get_if<FileColumn>(&series->source)) mover.move(column->file);
    }
  });
}

}  // namespace

void move_data_files(const std::filesystem::path& from, const std::filesystem::path& to,
                     SimulationModel& model) {
  const FileMover mover(from, to);
  if (mover.needed()) move_files(model, mover);
}

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
