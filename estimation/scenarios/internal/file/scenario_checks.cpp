// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/internal/file/scenario_checks.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/json/json_values.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/estimation/kpis/kpis.hpp"
#include "hearth/estimation/scenarios/set/internal/model_patch.hpp"
#include "hearth/estimation/scenarios/set/internal/scenario_changes.hpp"
#include "hearth/framework/base/limits.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/run/record_columns.hpp"
#include "hearth/framework/run/signal_patterns.hpp"

namespace hearth {
namespace {

/// Returns the values of one parameter that are tried: both ends, or all listed values.
std::vector<double> tried_values(const SweepParameter& parameter) {
  if (!parameter.values.empty()) return parameter.values;
  return {parameter.min, parameter.max};
}

bool is_same_place(std::string path, const Where& where) {
  std::replace(path.begin(), path.end(), '@', '.');
  const std::optional<Endpoint> end = parse_endpoint(path);
  return end && end->component == where.component && end->port == where.port;
}

class ScenarioDryRun {
 public:
  ScenarioDryRun(ScenarioSet& set, const JsonNode& root, const Registry& registry,
                 Diagnostics& diagnostics)
      : set_(set), root_(root), registry_(registry), diagnostics_(diagnostics) {}

  void run() {
    for (const ScenarioModel& model : set_.models) {
      if (stopped()) break;
      model_ = &model;
      unchanged_ = nullptr;
      files_.emplace(model.data);
      try_model();
    }
    check_periods();
    check_names();
    if (!diagnostics_.has_errors()) check_factors();
    for (const std::string& path : inputs_) set_.inputs.emplace(path, 0);
  }

 private:
  /// Tries all changes on a model. Models with a `like` model differ from it only in numbers and
  /// times.
  void try_model() {
    ModelEdit edit = unchanged_edit();
    edit.work = &work_;
    const int first =
        model_->like >= 0 ? model_->like : static_cast<int>(model_ - set_.models.data());
    if (!works(edit) || !all_tried_.insert(first).second) return;
    for (std::size_t a = 0; a < set_.axes.size(); ++a) {
      const int choice = try_each(edit, a);
      if (choice >= 0) take(a, choice, edit);
    }
    const int choice = try_each(edit, set_.axes.size());
    if (!set_.sweep) return;
    if (set_.crossed && choice >= 0) take(set_.axes.size(), choice, edit);
    try_sweep(edit);
  }

  /// Returns the edit with only the own change of the model.
  ModelEdit unchanged_edit() const {
    ModelEdit edit;
    edit.model = model_;
    edit.changes.push_back(&model_->change);
    edit.options.assign(set_.axes.size(), -1);
    return edit;
  }

  /// Returns the options of an axis; after the last axis, the scenarios.
  const std::vector<NamedChange>& choices(std::size_t axis) const {
    return axis < set_.axes.size() ? set_.axes[axis].options : set_.scenarios;
  }

  void take(std::size_t axis, int choice, ModelEdit& edit) const {
    edit.changes.push_back(&choices(axis)[static_cast<std::size_t>(choice)].change);
    (axis < set_.axes.size() ? edit.options[axis] : edit.scenario) = choice;
  }

  /// Tries each choice after the changes of `edit`; returns the first valid one, or -1.
  int try_each(const ModelEdit& edit, std::size_t axis) {
    int first = -1;
    const auto count = static_cast<int>(choices(axis).size());
    for (int choice = 0; choice < count && !stopped(); ++choice) {
      ModelEdit tried = edit;
      take(axis, choice, tried);
      if (works(tried) && first < 0) first = choice;
    }
    return first;
  }

  bool stopped() { return over_limit_ || enough_errors(root_.where(), diagnostics_); }

  void try_sweep(ModelEdit edit) {
    edit.sweep = &*set_.sweep;
    std::size_t most = 0;
    std::vector<std::vector<double>> tried;
    for (const SweepParameter& parameter : edit.sweep->parameters) {
      check_whole(parameter);
      tried.push_back(tried_values(parameter));
      most = std::max(most, tried.back().size());
    }
    for (std::size_t i = 0; i < most && !stopped(); ++i) {
      edit.values.clear();
      for (const std::vector<double>& values : tried) {
        edit.values.push_back(values[std::min(i, values.size() - 1)]);
      }
      works(edit);
    }
  }

  /// Refuses ranges of whole numbers and flags, since other numbers are between their ends.
  void check_whole(const SweepParameter& parameter) {
    if (!parameter.values.empty()) return;
    for (const std::string& target : parameter.targets) {
      const std::optional<Endpoint> end = parse_endpoint(target);
      const Component* component = end ? model_->model->find(end->component) : nullptr;
      const ComponentType* type = component != nullptr ? registry_.find(component->type) : nullptr;
      const Field* field = type != nullptr ? type->schema.find(Role::Config, end->port) : nullptr;
      if (field == nullptr) continue;
      if (field->kind != ConfigKind::Integer && field->kind != ConfigKind::Flag) continue;
      report({.code = "scenarios.target_invalid",
              .where = parameter.where,
              .message = target + " is a whole number or a flag, which needs a list of 'values'"});
    }
  }

  /// Tries the last change or the sample of an edit; returns whether it is valid.
  bool works(const ModelEdit& edit) {
    fine_ = true;
    try {
      const std::shared_ptr<const Plan> plan = plan_of(edit);
      if (edit.changes.size() == 1 && edit.values.empty()) unchanged_ = plan;
      if (is_as_read(edit)) diagnostics_.append(plan->diagnostics);
      check_numbers(edit, *plan);
    } catch (const ModelError& error) {
      report_at_change(edit, error.diagnostics());
    } catch (const InputError& error) {
      for (const Diagnostic& item : error.diagnostics().items()) report(item);
    }
    return fine_;
  }

  /// Returns the plan of an edit. Properties that depend only on the model are checked for the
  /// first edit with that model; other edits differ in numbers and times.
  std::shared_ptr<const Plan> plan_of(const ModelEdit& edit) {
    const std::string key = plan_key(set_, edit);
    std::shared_ptr<const Plan> plan = set_.plans->find(key);
    if (plan != nullptr && tried_.count(key) > 0) return plan;
    const SimulationModel model = edited_model(edit, registry_);
    check_files(edit, model);
    if (plan == nullptr) {
      plan = compiled(edit, model);
      set_.plans->keep(key, plan);
    }
    tried_.insert(key);
    const bool structural = edit.changes.back()->is_structural() || edit.changes.size() == 1;
    if (structural && edit.values.empty()) note_plan(*plan);
    return plan;
  }

  std::shared_ptr<const Plan> compiled(const ModelEdit& edit, const SimulationModel& model) {
    compiled_components_ += std::ssize(model.components());
    over_limit_ = compiled_components_ > limit_of(WorkLimit::CompiledComponents);
    check_limit(WorkLimit::CompiledComponents, compiled_components_, edit.changes.back()->where);
    try {
      return std::make_shared<const Plan>(compile(model, registry_, set_.compile));
    } catch (const ModelError&) {
      // The unchanged model shows problems of numbers, except for those of new components.
      if (unchanged_ != nullptr) check_numbers(edit, *unchanged_, NewNames::Allowed);
      throw;
    }
  }

  enum class NewNames { Refused, Allowed };

  /// Reports the numbers that a plan cannot accept.
  void check_numbers(const ModelEdit& edit, const Plan& plan, NewNames names = NewNames::Refused) {
    for (const ScenarioChange* change : edit.changes) {
      for (const ModelSetting& setting : change->settings) {
        check_number(setting, place_of(*change, setting.path), plan, names);
      }
    }
    if (fine_ && names == NewNames::Refused) check_scales(edit, plan);
    for (std::size_t p = 0; p < edit.values.size(); ++p) {
      const SweepParameter& parameter = edit.sweep->parameters[p];
      if (parameter.structural) continue;
      for (const std::string& target : parameter.targets) {
        check_number({target, {edit.values[p], parameter.unit}}, parameter.where, plan, names);
      }
    }
  }

  /// Reports factors that lead out of the range of a parameter, and notes factors with an effect.
  void check_scales(const ModelEdit& edit, const Plan& plan) {
    const ScenarioChange* last = nullptr;
    for (const ScenarioChange* change : edit.changes) {
      for (const ParameterScale& scale : change->scales) {
        if (!scaled_parameters(scale, plan, scale_work_).empty()) useful_.insert(&scale);
        last = change;
      }
    }
    if (last == nullptr) return;
    ModelEdit without_sample = edit;
    without_sample.values.clear();
    for (const ModelSetting& setting : edited_settings(without_sample, plan)) {
      Where where = last->where;
      where.pointer += "/scale";
      check_number(setting, where, plan, NewNames::Refused);
    }
  }

  void check_factors() {
    const auto check = [this](const ScenarioChange& change) {
      for (const ParameterScale& scale : change.scales) {
        if (useful_.count(&scale) > 0) continue;
        Where where = change.where;
        where.pointer += "/scale" + pointer_part(scale.pattern);
        report({.code = "scenarios.scale_nothing",
                .where = where,
                .message = "no parameter matches '" + scale.pattern +
                           "'; patterns match 'id.name' or 'id.name[key]', and flags and "
                           "temperatures cannot be scaled"});
      }
    };
    for (const ScenarioModel& model : set_.models) check(model.change);
    for (const ScenarioAxis& axis : set_.axes) {
      for (const NamedChange& option : axis.options) check(option.change);
    }
    for (const NamedChange& scenario : set_.scenarios) check(scenario.change);
  }

  void check_number(const ModelSetting& setting, const Where& where, const Plan& plan,
                    NewNames names) {
    if (diagnostics_.full()) return;
    const bool initial = setting.path.find('@') != std::string::npos;
    try {
      const CellRef cells = initial ? plan.initial(setting.path) : plan.parameter(setting.path);
      checked_number(cells, setting.value, Where::of_signal(setting.path));
    } catch (const Error& error) {
      const bool unknown = dynamic_cast<const ModelError*>(&error) != nullptr;
      if (unknown && names == NewNames::Allowed) return;
      for (Diagnostic item : error.diagnostics().items()) {
        item.where.file = where.file;
        item.where.pointer = where.pointer;
        report(std::move(item));
      }
    }
  }

  static Where place_of(const ScenarioChange& change, const std::string& path) {
    Where where = change.where;
    where.pointer += "/set" + pointer_part(path);
    return where;
  }

  /// Reports problems of a changed model at the setting that caused them, otherwise at the change.
  void report_at_change(const ModelEdit& edit, const Diagnostics& found) {
    for (Diagnostic item : found.items()) {
      if (item.severity != Severity::Error) continue;
      if (!is_as_read(edit) || item.where.file.empty()) {
        const Where place = culprit(edit, item.where);
        item.where.file = place.file;
        item.where.pointer = place.pointer;
      }
      report(std::move(item));
    }
  }

  /// Returns whether the model is tried as in its file.
  static bool is_as_read(const ModelEdit& edit) {
    const ScenarioChange& own = *edit.changes.front();
    return edit.changes.size() == 1 && edit.values.empty() && own.patch.empty() &&
           own.structure.empty() && own.settings.empty() && own.scales.empty() &&
           own.files.empty() && own.weather.empty();
  }

  static Where culprit(const ModelEdit& edit, const Where& where) {
    for (std::size_t p = 0; p < edit.values.size(); ++p) {
      const SweepParameter& parameter = edit.sweep->parameters[p];
      for (const std::string& target : parameter.targets) {
        if (is_same_place(target, where)) return parameter.where;
      }
    }
    const ScenarioChange& change = *edit.changes.back();
    for (const std::vector<ModelSetting>* settings : {&change.settings, &change.structure}) {
      for (const ModelSetting& setting : *settings) {
        if (is_same_place(setting.path, where)) return place_of(change, setting.path);
      }
    }
    Where place = edit.values.empty() ? change.where : edit.sweep->parameters.front().where;
    if (edit.values.empty() && !change.patch.empty()) place.pointer += "/patch";
    return place;
  }

  /// Adds a message once, with its line.
  void report(Diagnostic item) {
    fine_ = false;
    if (item.where.file == root_.where().file) item.where.line = line_of(item.where.pointer);
    if (!model_->id.empty()) item.message += fmt::format(" (model '{}')", model_->id);
    if (reported_.insert(to_string(item)).second) diagnostics_.add(std::move(item));
  }

  int line_of(const std::string& pointer) {
    const auto [known, is_new] = lines_.emplace(pointer, 0);
    if (!is_new) return known->second;
    JsonNode node = root_;
    for (const std::string& key : pointer_keys(pointer)) {
      std::optional<JsonNode> next = node.find(key);
      if (node.is(JsonKind::Array)) next = element(node, key);
      if (!next) break;
      node = *next;
    }
    known->second = node.line();
    return node.line();
  }

  static std::optional<JsonNode> element(const JsonNode& array, const std::string& key) {
    std::size_t left = 0;
    const char* end = key.data() + key.size();
    if (std::from_chars(key.data(), end, left).ptr != end) return std::nullopt;
    for (const JsonNode node : array.elements()) {
      if (left-- == 0) return node;
    }
    return std::nullopt;
  }

  /// Adds the files that a model reads, and refuses replacements that lack a column.
  void check_files(const ModelEdit& edit, const SimulationModel& model) {
    for (const auto& [id, component] : model.components()) {
      for (const auto& [name, setting] : component.config) {
        const auto* spec = std::get_if<SeriesSpec>(&setting);
        const auto* column = spec != nullptr ? std::get_if<FileColumn>(&spec->source) : nullptr;
        if (column == nullptr) continue;
        const auto path = files_->find(column->file);
        if (!path) continue;  // reported when the run needs it
        note_input(*path);
        if (const auto where = replaced_at(edit, column->file)) {
          check_column(*path, *column, *where, id + "." + name);
        }
      }
    }
    for (const std::string& file : located_files(model)) note_input(file);
  }

  void note_input(const std::filesystem::path& path) {
    inputs_.insert(std::filesystem::absolute(path).lexically_normal().string());
  }

  /// Returns the place in the last change that replaced a file.
  static std::optional<Where> replaced_at(const ModelEdit& edit, const std::string& file) {
    const ScenarioChange& change = *edit.changes.back();
    Where where = change.where;
    for (const auto& [from, to] : change.files) {
      if (to != file) continue;
      where.pointer += "/files" + pointer_part(from);
      return where;
    }
    if (change.weather != file) return std::nullopt;
    where.pointer += "/weather";
    return where;
  }

  void check_column(const std::filesystem::path& path, const FileColumn& column, const Where& where,
                    const std::string& user) {
    Diagnostics notes;
    try {
      const std::optional<InputError> error = files_->lacks(path, column, notes);
      if (!error || column.missing_column) return;
      report({.code = error->code(),
              .where = where,
              .message = user + " reads '" + base_name(path.string()) +
                         "': " + error->diagnostics().items().front().message});
    } catch (const InputError& error) {
      for (const Diagnostic& item : error.diagnostics().items()) report(item);
    }
  }

  /// Notes the names in the set that a plan contains, and the KPIs of the plan.
  void note_plan(const Plan& plan) {
    ++plans_;
    if (signals_.empty()) {
      for (const Signal& signal : plan.signals) signals_.push_back(signal.name);
    }
    for (std::size_t i = 0; i < set_.record.size(); ++i) try_record(plan, i);
    try {
      Diagnostics assumed;
      const Kpis kpis(complete_settings(set_.kpi, plan, assumed), set_.kpis, plan.signals,
                      AbsentNames::LeaveOut);
      add_kpis(kpis.list(), set_.kpi_list);
      std::set<std::string> missing;  // names missing in this plan, so that each name counts once
      for (const AbsentName& absent : kpis.absent()) {
        const Where& where = absent.message.where;
        const std::string key = where.pointer + "\n" + absent.name;
        if (!missing.insert(key).second) continue;
        ++absent_.try_emplace(key, absent, 0).first->second.second;
      }
    } catch (const InputError& error) {
      for (Diagnostic item : error.diagnostics().items()) {
        if (item.where.file.empty()) item.where = place_of_kpi();
        if (kpi_faults_.insert(model_->id + item.code + item.where.pointer).second) report(item);
      }
      fine_ = false;
    }
  }

  Where place_of_kpi() const {
    const auto section = root_.find("kpi");
    return section ? section->where() : root_.where();
  }

  /// Notes that a pattern of recorded signals matches a model; refuses a signal without a series.
  void try_record(const Plan& plan, std::size_t i) {
    const std::string& wish = set_.record[i];
    if (recorded_.count(wish) > 0) return;
    try {
      if (!record_columns(plan, {wish}, true, true).empty()) recorded_.insert(wish);
    } catch (const InputError& error) {
      if (!recorded_.insert(wish).second) return;
      for (const Diagnostic& item : error.diagnostics().items()) {
        diagnostics_.error(item.code, record_place(i), item.message);
      }
    }
  }

  Where record_place(std::size_t i) {
    Where where = root_.where();
    where.pointer = "/record/" + std::to_string(i);
    where.line = line_of(where.pointer);
    return where;
  }

  /// Refuses names that no model of the set has, with any change.
  void check_names() {
    if (plans_ == 0) return;
    for (std::size_t i = 0; i < set_.record.size(); ++i) {
      const std::string& pattern = set_.record[i];
      if (recorded_.count(pattern) > 0) continue;
      if (stopped()) return;
      diagnostics_.error("simulation.record_nothing", record_place(i),
                         "no signal matches this pattern" +
                             diagnostics_.suggestions().expected(pattern, signals_));
    }
    for (const auto& [key, found] : absent_) {
      if (found.second < plans_) continue;
      if (stopped()) return;
      Diagnostic item = found.first.message;
      if (item.where.file.empty()) {
        if (!may_be_kpi(found.first.name)) continue;  // reported already when the file was read
        const auto at = std::find(set_.kpis.begin(), set_.kpis.end(), found.first.name);
        item.where = root_.where();
        item.where.pointer = "/kpis/" + std::to_string(at - set_.kpis.begin());
        item.where.line = line_of(item.where.pointer);
      }
      diagnostics_.add(std::move(item));
    }
  }

  using Choices = std::vector<std::vector<const ScenarioChange*>>;

  /// Checks every combination of periods; changes without a period are left out.
  void check_periods() {
    Choices choices;
    for (const ScenarioAxis& axis : set_.axes) choices.push_back(with_period(axis.options));
    choices.push_back(with_period(set_.scenarios));
    if (choices.back().empty() || (set_.sweep && !set_.crossed)) choices.back().push_back(nullptr);
    std::erase_if(choices, [](const auto& list) {
      return std::all_of(list.begin(), list.end(),
                         [](const auto* one) { return one == nullptr; }) &&
             !list.empty();
    });
    for (const ScenarioModel& model : set_.models) {
      if (diagnostics_.full()) return;
      model_ = &model;
      ModelEdit edit = unchanged_edit();
      combine(edit, choices, 0);
    }
  }

  /// Returns the changes with a period, and null for all others together.
  static std::vector<const ScenarioChange*> with_period(const std::vector<NamedChange>& list) {
    std::vector<const ScenarioChange*> found;
    bool others = false;
    for (const NamedChange& named : list) {
      if (named.change.period.is_given()) {
        found.push_back(&named.change);
      } else {
        others = true;
      }
    }
    if (others) found.push_back(nullptr);
    return found;
  }

  void combine(ModelEdit& edit, const Choices& choices, std::size_t at) {
    constexpr long kMostCombinations = 100'000;
    if (combinations_ >= kMostCombinations || diagnostics_.full()) return;
    if (at == choices.size()) {
      ++combinations_;
      try {
        static_cast<void>(edited_period(edit, set_.period, *edit.model->model));
      } catch (const InputError& error) {
        for (const Diagnostic& item : error.diagnostics().items()) report(item);
      }
      return;
    }
    for (const ScenarioChange* choice : choices[at]) {
      if (choice != nullptr) edit.changes.push_back(choice);
      combine(edit, choices, at + 1);
      if (choice != nullptr) edit.changes.pop_back();
    }
  }

  ScenarioSet& set_;
  const JsonNode& root_;
  const Registry& registry_;
  Diagnostics& diagnostics_;
  const ScenarioModel* model_ = nullptr;
  std::shared_ptr<const Plan> unchanged_;  // plan of the model with only its own change
  std::optional<DataFiles> files_;         // data files of the model
  std::set<std::string> inputs_;
  PatternWork scale_work_;
  std::set<const ParameterScale*> useful_;  // scales that match a parameter of a model
  PatchWork work_;                          // work of all changes together
  std::set<std::string> reported_;
  std::set<std::string> tried_;       // keys of plans whose models have been checked
  std::set<int> all_tried_;           // models on which all changes were tried
  std::map<std::string, int> lines_;  // by pointer
  long plans_ = 0;                    // number of compiled plans
  std::int64_t compiled_components_ = 0;
  bool over_limit_ = false;                                    // whether there are too many of them
  std::vector<std::string> signals_;                           // signals of the first plan
  std::set<std::string> recorded_;                             // patterns that match a plan
  std::map<std::string, std::pair<AbsentName, long>> absent_;  // number of plans without a name
  std::set<std::string> kpi_faults_;
  long combinations_ = 0;
  bool fine_ = true;  // whether the trial has found no problem so far
};

}  // namespace

void try_changes(ScenarioSet& set, const JsonNode& root, const Registry& registry,
                 Diagnostics& diagnostics) {
  ScenarioDryRun(set, root, registry, diagnostics).run();
}

}  // namespace hearth
