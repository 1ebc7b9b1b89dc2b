// SPDX-License-Identifier: MIT
#include "hearth/apps/fmu/export/fmu_content.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/base/interrupt.hpp"
#include "hearth/apps/models/model_input.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/framework/run/record_columns.hpp"
#include "hearth/framework/run/run.hpp"
#include "hearth/framework/run/signal_patterns.hpp"

namespace hearth::apps {
namespace {

/// An input, output or parameter that could be a variable.
struct Candidate {
  std::string name;
  DescribedVariable described;
  int cell = 0;       ///< cell of its value in row 0
  bool open = false;  ///< whether it is an open input
};

/// Returns a valid name in C.
std::string c_name(const std::string& name) {
  std::string word;
  for (const char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    word += letter || (c >= '0' && c <= '9') ? c : '_';
  }
  if (word.empty() || (word.front() >= '0' && word.front() <= '9')) word.insert(0, "_");
  return word;
}

/// Collects the content of an FMU; each step prepares the next one.
class FmuGathering {
 public:
  FmuGathering(const ExportOptions& options, Session& session)
      : options_(options), session_(session), resolver_(data_options(options.model)) {}

  FmuContent gather() {
    read();
    start(content_.model);
    choose_inputs();
    choose_outputs();
    choose_parameters();
    check_names();
    describe_times();
    pack_files();
    name_model();
    return std::move(content_);
  }

 private:
  void read() {
    while_reading(options_.model.file, [this] {
      content_.model = with_messages(session_, [&](Diagnostics& diagnostics) {
        return with_settings(read_model(options_.model, diagnostics), options_.settings);
      });
    });
  }

  /// Compiles a model and runs it to row 0.
  void start(const SimulationModel& model) {
    plan_ =
        std::make_shared<const Plan>(compile(model, standard_components(), options_.model.compile));
    if (!run_) session_.messages.show(plan_->diagnostics);
    refuse_steppers();
    SimulateOptions times;
    times.model = options_.model;
    times.start = options_.start;
    times.end = options_.end;
    times.step = options_.step;
    times_ = with_messages(session_, [&](Diagnostics& diagnostics) {
      return run_times(times, plan_->model, std::nullopt, diagnostics);
    });
    const auto basis = std::make_shared<const RunBasis>(plan_, times_.request, &resolver_);
    if (!run_) session_.messages.show(basis->inputs().diagnostics);
    run_ = std::make_unique<Run>(basis);
    run_->record({});
    run_->start();
    run_->advance_rows(0);
  }

  void refuse_steppers() const {
    for (std::size_t i = 0; i < plan_->slots.size(); ++i) {
      if (plan_->slots[i].stepper < 0) continue;
      const PlannedInstance& instance = plan_->instances[i];
      throw ModelError("fmi.export_stepper", {.component = instance.id},
                       fmt::format("a component of type {} advances by steps only and cannot be "
                                   "part of an FMU; remove the component, and connect it to the "
                                   "inputs and outputs of the FMU in the importing program",
                                   plan_->model.component(instance.id).type));
    }
  }

  // ---- variables ---------------------------------------------------------------------------

  std::vector<Candidate> input_candidates() const {
    std::vector<Candidate> all;
    for (const RecordableSignal& signal : recordable_signals(*plan_)) {
      if (signal.kind != Recordable::Input) continue;
      const bool open = plan_->open_inputs.contains(signal.signal.name);
      all.push_back({signal.signal.name,
                     {signal.signal.unit, doc_of(signal.signal.name, Role::Input, ".in.")},
                     signal.cell,
                     open});
    }
    return all;
  }

  std::vector<Candidate> output_candidates() const {
    std::vector<Candidate> all;
    for (std::size_t i = 0; i < plan_->signals.size(); ++i) {
      const Signal& signal = plan_->signals[i];
      all.push_back({signal.name,
                     {signal.unit, doc_of(signal.name, Role::Output, ".")},
                     static_cast<int>(i)});
    }
    std::sort(all.begin(), all.end(),
              [](const Candidate& a, const Candidate& b) { return a.name < b.name; });
    return all;
  }

  std::vector<Candidate> parameter_candidates() const {
    std::vector<Candidate> all;
    for (const PlannedInstance& instance : plan_->instances) {
      for (const Field& field : instance.type->schema) {
        if (field.role == Role::Parameter) add_parameter(instance, field, all);
      }
    }
    std::sort(all.begin(), all.end(),
              [](const Candidate& a, const Candidate& b) { return a.name < b.name; });
    return all;
  }

  void add_parameter(const PlannedInstance& instance, const Field& field,
                     std::vector<Candidate>& all) const {
    std::vector<std::string> names = {instance.id + "." + std::string(field.name)};
    if (field.many) {
      const std::string name = names.front();
      names.clear();
      for (const std::string& key : instance.keys[instance.type->schema.set_index(field.set)]) {
        names.push_back(name + "[" + key + "]");
      }
    }
    for (const std::string& name : names) {
      const CellRef cells = plan_->parameter(name);
      all.push_back({name, {cells.unit, std::string(field.doc), cells.range}, cells.cells.front()});
    }
  }

  std::string doc_of(const std::string& name, Role role, const std::string& separator) const {
    const std::size_t bracket = name.back() == ']' ? name.rfind('[') : name.size();
    const std::size_t at = name.rfind(separator, bracket);
    const PlannedInstance& instance =
        plan_->instances[static_cast<std::size_t>(plan_->slot_of(name.substr(0, at)))];
    const std::size_t begin = at + separator.size();
    const Field* field = instance.type->schema.find(role, name.substr(begin, bracket - begin));
    return field == nullptr ? "" : std::string(field->doc);
  }

  double value(int cell) const {
    return run_->stepwise() != nullptr ? run_->stepwise()->state().cells[cell]
                                       : run_->continuous()->state().cells[cell];
  }

  /// Returns the candidates that match one of the patterns; each pattern must match something.
  std::vector<Candidate> matching(const char* option, const std::vector<std::string>& patterns,
                                  const std::vector<Candidate>& all) const {
    std::vector<std::string> names;
    for (const Candidate& candidate : all) names.push_back(candidate.name);
    std::set<std::string> matched;
    for (const std::string& pattern : patterns) {
      const std::size_t before = matched.size();
      bool any = false;
      for (const std::string& name : names) {
        if (!glob_match(pattern, name)) continue;
        matched.insert(name);
        any = true;
      }
      if (any || matched.size() > before || pattern == kNone) continue;
      refuse_value(option, pattern,
                   fmt::format("the pattern matches no variable{}; 'none' selects no variables",
                               did_you_mean(pattern, names)));
    }
    std::vector<Candidate> chosen;
    for (const Candidate& candidate : all) {
      if (matched.contains(candidate.name)) chosen.push_back(candidate);
    }
    return chosen;
  }

  void choose_inputs() {
    std::vector<Candidate> chosen;
    const std::vector<Candidate> all = input_candidates();
    if (options_.inputs.empty()) {
      std::copy_if(all.begin(), all.end(), std::back_inserter(chosen),
                   [](const Candidate& input) { return input.open; });
    } else {
      chosen = matching("--inputs", options_.inputs, all);
      // An entry that is made by its connection is not selected by a pattern, but only by its own
      // name.
      std::erase_if(chosen, [this](const Candidate& input) {
        return !input.open && input.name.back() == ']' &&
               std::find(options_.inputs.begin(), options_.inputs.end(), input.name) ==
                   options_.inputs.end();
      });
    }
    for (const Candidate& input : chosen) {
      content_.interface.inputs.push_back({input.name, value(input.cell)});
      content_.inputs.push_back(input.described);
    }
    if (open_connected(chosen)) start(content_.model);
  }

  /// Removes the connections to the chosen inputs; returns whether there were any.
  bool open_connected(const std::vector<Candidate>& chosen) {
    bool removed = false;
    for (const Candidate& input : chosen) {
      std::vector<std::string>& open = content_.model.inputs;
      if (input.open) continue;
      if (input.name.back() == ']') {
        refuse_value("--inputs", input.name,
                     "this entry is created by a connection and cannot be an input of the FMU; "
                     "insert a PassThrough and select its input 'id.in.u'");
      }
      const ConnectionSet all = content_.model.connections();
      for (const Connection& connection : all) {
        std::string name = connection.to.component + ".in." + connection.to.port;
        if (!connection.to.key.empty()) name += "[" + connection.to.key + "]";
        if (name != input.name) continue;
        content_.model.remove_connection(connection);
        removed = true;
      }
      if (std::find(open.begin(), open.end(), input.name) == open.end()) {
        open.push_back(input.name);
      }
    }
    return removed;
  }

  void choose_outputs() {
    const std::vector<Candidate> all = output_candidates();
    for (const Candidate& output :
         options_.outputs.empty() ? all : matching("--outputs", options_.outputs, all)) {
      content_.interface.outputs.push_back(output.name);
      content_.outputs.push_back(output.described);
    }
  }

  void choose_parameters() {
    const std::vector<Candidate> all = parameter_candidates();
    for (const Candidate& parameter :
         options_.parameters.empty() ? all : matching("--parameters", options_.parameters, all)) {
      content_.interface.parameters.push_back({parameter.name, value(parameter.cell)});
      content_.parameters.push_back(parameter.described);
    }
  }

  /// Names of variables are unique in an FMU. If a component has a parameter and an output with the
  /// same name, the parameter is left out.
  void check_names() {
    const std::set<std::string> outputs(content_.interface.outputs.begin(),
                                        content_.interface.outputs.end());
    auto& parameters = content_.interface.parameters;
    for (std::size_t i = parameters.size(); i-- > 0;) {
      if (!outputs.contains(parameters[i].name)) continue;
      parameters.erase(parameters.begin() + static_cast<std::ptrdiff_t>(i));
      content_.parameters.erase(content_.parameters.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  // ---- times and files ---------------------------------------------------------------------

  void describe_times() {
    fmu::FmuInterface& interface = content_.interface;
    interface.period = times_.request.period;
    interface.timezone = times_.request.timezone;
    interface.stamps_zone = options_.model.timezone;
    interface.year = options_.year;
    interface.year_start = run_->inputs().year;
    RunDefaults& defaults = content_.model.defaults;
    const CompileOptions& compiled = plan_->options;
    defaults.engine = content_.engine = *compiled.engine;
    defaults.cycle_removal = compiled.cycle_removal;
    if (content_.engine == Engine::Stepwise) {
      defaults.coupling = compiled.coupling;
      defaults.substeps = compiled.substeps;
    }
  }

  void pack_files() {
    content_.model.measurements.clear();
    content_.model.files.clear();
    content_.model.change_components([this](Component& component) {
      for (auto& [name, setting] : component.config) {
        if (auto* file = std::get_if<FileName>(&setting)) {
          file->path = packed(file->path);
          file->found.clear();
        }
        auto* series = std::get_if<SeriesSpec>(&setting);
        if (series == nullptr) continue;
        if (auto* column = std::get_if<FileColumn>(&series->source)) {
          column->file = packed(column->file);
        }
      }
    });
    for (const auto& [zone, file] : zones_in_use()) {
      content_.files[std::string(fmu::kZoneFolder) + "/" + zone] = file;
    }
  }

  /// Returns the name in the FMU of a file that the model names, and adds the file.
  std::string packed(const std::string& name) {
    const std::optional<std::filesystem::path> path = resolver_.files().find(name);
    if (!path) return name;
    const auto known = packed_.find(*path);
    if (known != packed_.end()) return known->second;
    const std::string folder = std::string(fmu::kDataFolder) + "/";
    const std::filesystem::path base = path->filename();
    std::string free = folder + base.string();
    for (int i = 2; content_.files.contains(free); ++i) {
      free = folder + std::to_string(i) + "_" + base.string();
    }
    content_.files[free] = *path;
    return packed_[*path] = free;
  }

  void name_model() {
    content_.name = content_.model.name;
    if (content_.name.empty()) {
      const std::string file = options_.model.file.filename().string();
      content_.name = file.substr(0, file.find('.'));
    }
    content_.identifier = c_name(content_.name);
  }

  static constexpr std::string_view kNone = "none";

  const ExportOptions& options_;
  Session& session_;
  DataResolver resolver_;
  std::shared_ptr<const Plan> plan_;
  RunTimes times_;
  std::unique_ptr<Run> run_;
  std::map<std::filesystem::path, std::string> packed_;
  FmuContent content_;
};

}  // namespace

FmuContent fmu_content(const ExportOptions& options, Session& session) {
  return FmuGathering(options, session).gather();
}

}  // namespace hearth::apps
