// SPDX-License-Identifier: MIT
#include "hearth/apps/fmu/library/loaded_model.hpp"

#include "hearth/components/standard_components.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/ontology/model_files/model_json.hpp"

namespace hearth::fmu {

std::shared_ptr<const LoadedModel> LoadedModel::load(const std::filesystem::path& resources) {
  static std::mutex mutex;
  static std::map<std::filesystem::path, std::weak_ptr<const LoadedModel>> loaded;
  const std::lock_guard lock(mutex);
  std::weak_ptr<const LoadedModel>& known = loaded[resources];
  if (std::shared_ptr<const LoadedModel> model = known.lock()) return model;
  auto model = std::make_shared<const LoadedModel>(resources);
  known = model;
  return model;
}

LoadedModel::LoadedModel(const std::filesystem::path& resources)
    : interface_(read_interface(read_text_file(resources / kInterfaceFile))) {
  set_zone_folder(resources / kZoneFolder);
  Diagnostics notes;  // the export has already shown them
  const SimulationModel model =
      read_model_json(resources / kModelFile, standard_components(), notes);
  plan_ = std::make_shared<const Plan>(compile(model, standard_components()));
  resolver_ = std::make_unique<DataResolver>(DataOptions{
      .folders = {resources}, .data_dir = std::nullopt, .timezone = interface_.stamps_zone});
  for (const SettableVariable& input : interface_.inputs) {
    input_cells_.push_back(plan_->open_input(input.name));
  }
  for (const std::string& output : interface_.outputs) {
    output_cells_.push_back(plan_->signal(output));
  }
  for (const SettableVariable& parameter : interface_.parameters) {
    parameters_.push_back(plan_->parameter(parameter.name));
  }
}

std::shared_ptr<const RunBasis> LoadedModel::basis(Instant start, Instant end) const {
  const std::lock_guard lock(mutex_);
  std::weak_ptr<const RunBasis>& known = bases_[{start, end}];
  if (std::shared_ptr<const RunBasis> basis = known.lock()) return basis;
  const RunRequest request{.period = {start, end, interface_.period.step},
                           .origin = std::nullopt,
                           .input_hold = std::nullopt,
                           .timezone = interface_.timezone};
  auto basis = std::make_shared<const RunBasis>(plan_, request, resolver_.get());
  known = basis;
  return basis;
}

}  // namespace hearth::fmu
