// SPDX-License-Identifier: MIT
#include "hearth/apps/models/model_output.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/models/model_input.hpp"
#include "hearth/components/plugins/plugins.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/model_files/model_json.hpp"
#include "hearth/ontology/twin4build/twin4build.hpp"

namespace hearth::apps {
namespace {

/// Makes the path of a data file relative to the folder of the new model, if it was relative to the
/// old one.
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
    return write_twin4build(model, known_components(), diagnostics, deviations);
  });
}

ModelFormat required_model_format(const std::filesystem::path& output, std::string_view hint) {
  if (const auto format = model_format(output)) return *format;
  throw UsageError("usage.value", {.pointer = "--output"},
                   fmt::format("found '{}', expected a name that ends in .hearth.json or .ttl{}",
                               output.string(), hint));
}

void write_model_file(const std::filesystem::path& output, ModelFormat format,
                      SimulationModel model, const ModelOptions& source, const Diagnostics& found,
                      Session& session) {
  if (found.has_errors()) throw ModelError(found);
  session.messages.show(found);
  session.files.add_inputs(named_files(model, DataFiles(data_options(source))),
                           "data of the model");
  session.files.prepare();
  const FileMover mover(source.file, output);
  if (mover.needed()) move_files(model, mover);
  write_text_file(output, model_text(model, format, session));
}

}  // namespace hearth::apps
