// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

#include <nlohmann/json.hpp>

#include "hearth/estimation/scenarios/internal/file/scenario_checks.hpp"
#include "hearth/estimation/scenarios/set/internal/model_patch.hpp"

namespace hearth {
namespace {

/// Returns the parameter, state or held value that can be set in a compiled plan under that name;
/// null for values that must be known before, such as configurations, first values of outputs and
/// numbers of ports that share a unit.
const Field* number_of_plan(std::string path, const SimulationModel& model,
                            const Registry& registry) {
  const auto mark = path.find('@');
  if (mark != std::string::npos) path[mark] = '.';
  const std::optional<Endpoint> end = parse_endpoint(path);
  const Component* component = end ? model.find(end->component) : nullptr;
  const ComponentType* type = component != nullptr ? registry.find(component->type) : nullptr;
  if (type == nullptr || type->specialize) return nullptr;
  const SchemaView& schema = type->schema;
  const Field* field = nullptr;
  if (mark == std::string::npos) {
    if (schema.find(Role::Config, end->port) != nullptr) return nullptr;
    field = schema.find(Role::Parameter, end->port);
  } else if (schema.find(Role::Output, end->port) == nullptr) {
    field = schema.find(Role::State, end->port);
    if (field == nullptr) field = schema.find(Role::Held, end->port);
  }
  return field != nullptr && field->unit.any == 0 ? field : nullptr;
}

/// Divides the settings of one set of models.
class Sorter {
 public:
  Sorter(const ScenarioSet& set, const Registry& registry) : registry_(registry) {
    std::set<const SimulationModel*> known;  // models of one file share its content
    for (const ScenarioModel& model : set.models) {
      if (known.insert(model.model.get()).second) models_.push_back(model.model.get());
    }
    if (!set.models.empty()) first_text_ = set.models.front().text.get();
  }

  void sort(ScenarioChange& change) const {
    const auto of_plan = [&](const ModelSetting& setting) { return is_of_plan(setting.path); };
    const auto rest =
        std::stable_partition(change.settings.begin(), change.settings.end(), of_plan);
    change.structure.assign(std::make_move_iterator(rest),
                            std::make_move_iterator(change.settings.end()));
    change.settings.erase(rest, change.settings.end());
  }

  void sort(SweepParameter& parameter) {
    parameter.structural =
        !std::all_of(parameter.targets.begin(), parameter.targets.end(),
                     [&](const std::string& target) { return is_of_plan(target); });
    if (parameter.unit || parameter.targets.empty() || models_.empty()) return;
    const std::string& target = parameter.targets.front();
    if (target.starts_with('/')) {
      if (!first_document_) first_document_ = model_document(*first_text_);
      parameter.unit = unit_at(target, *first_document_);
      return;
    }
    const Field* first = number_of_plan(target, *models_.front(), registry_);
    if (first != nullptr && !first->unit.bare) parameter.unit = first->unit;
  }

 private:
  /// Returns whether this holds for every model; a model without the component is reported later.
  bool is_of_plan(const std::string& path) const {
    return std::all_of(models_.begin(), models_.end(), [&](const SimulationModel* model) {
      return number_of_plan(path, *model, registry_) != nullptr;
    });
  }

  const Registry& registry_;
  std::vector<const SimulationModel*> models_;
  const std::string* first_text_ = nullptr;
  std::optional<nlohmann::json> first_document_;  // read when the first pointer is swept
};

}  // namespace

void sort_settings(ScenarioSet& set, const Registry& registry) {
  Sorter sorter(set, registry);
  for (ScenarioModel& model : set.models) sorter.sort(model.change);
  for (ScenarioAxis& axis : set.axes) {
    for (NamedChange& option : axis.options) sorter.sort(option.change);
  }
  for (NamedChange& scenario : set.scenarios) sorter.sort(scenario.change);
  if (!set.sweep) return;
  for (SweepParameter& parameter : set.sweep->parameters) sorter.sort(parameter);
}

}  // namespace hearth
