// SPDX-License-Identifier: MIT
#include <cmath>
#include <map>
#include <ostream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/apps/views/fmu_view.hpp"
#include "hearth/apps/views/model_view.hpp"
#include "hearth/data/json/json_text.hpp"
#include "hearth/data/results/run_words.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/framework/base/printable.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/framework/run/record_columns.hpp"

namespace hearth::apps {
namespace {

using Json = nlohmann::ordered_json;

std::map<std::string, int> type_counts(const Plan& plan) {
  std::map<std::string, int> counts;
  for (const PlannedInstance& instance : plan.instances) ++counts[instance.type->name];
  return counts;
}

std::vector<std::vector<std::string>> level_ids(const Plan& plan) {
  std::vector<std::vector<std::string>> levels;
  for (const std::vector<int>& level : plan.order.levels) {
    std::vector<std::string> ids;
    for (const int node : level) ids.push_back(plan.ids[node]);
    levels.push_back(std::move(ids));
  }
  return levels;
}

bool is_continuous(const Plan& plan) { return plan.options.engine == Engine::Continuous; }

/// Returns the messages about the order of execution.
std::vector<std::string> order_notes(const Plan& plan) {
  return is_continuous(plan) ? std::vector<std::string>() : plan.order.notes;
}

/// Returns the messages of the checks.
Diagnostics check_notes(const Plan& plan) {
  Diagnostics all = plan.diagnostics;
  all.append(evaluation_order(plan).diagnostics);
  return all;
}

/// Prints one line for all components with the same message.
void print_notes(const Plan& plan, std::ostream& out) {
  std::vector<std::string> notes = order_notes(plan);
  std::map<std::pair<std::string, std::string>, std::vector<Where>> places;
  const Diagnostics checks = check_notes(plan);
  for (const Diagnostic& item : checks.items()) {
    places[{item.code, item.message}].push_back(item.where);
  }
  for (const auto& [note, where] : places) {
    const auto& [code, message] = note;
    if (where.size() == 1) {
      notes.push_back(to_string(Diagnostic{Severity::Note, code, where.front(), message}));
      continue;
    }
    std::vector<std::string> names;
    for (const Where& place : where) {
      const std::string& name = place.component.empty() ? place.pointer : place.component;
      names.push_back(place.port.empty() ? name : name + "." + place.port);
    }
    notes.push_back(printable(fmt::format("{}  {}: {}", code, fmt::join(names, ", "), message)));
  }
  if (!notes.empty()) out << fmt::format("\nNotes: {}\n", notes.size());
  for (const std::string& note : notes) out << fmt::format("  {}\n", note);
}

Json loops_json(const Plan& plan) {
  Json list = Json::array();
  for (const AlgebraicLoop& loop : evaluation_order(plan).loops) {
    list.push_back({{"solved_for", loop.names}, {"connections", loop.members}});
  }
  return list;
}

Json cycles_json(const Plan& plan) {
  Json removed = Json::array();
  for (const RemovedConnection& connection : removed_connections(plan)) {
    removed.push_back({{"from", connection.from},
                       {"to", connection.to},
                       {"carries", carrier_name(connection.carrier)}});
  }
  return {{"policy", policy_name(*plan.options.cycle_removal)},
          {"method", method_name(plan.order.method)},
          {"removed", std::move(removed)}};
}

Json parameters_json(const Plan& plan) {
  Json list = Json::array();
  for (const NamedValue& value : parameter_values(plan)) {
    Json one = {{"name", value.name},
                {"value", value.value},
                {"unit", value.unit},
                {"source", value.source}};
    if (std::isfinite(value.min)) one["min"] = value.min;
    if (std::isfinite(value.max)) one["max"] = value.max;
    if (!value.doc.empty()) one["doc"] = value.doc;
    list.push_back(std::move(one));
  }
  return list;
}

Json instances_json(const Plan& plan) {
  Json list = Json::array();
  for (const PlannedInstance& instance : plan.instances) {
    list.push_back({{"id", instance.id}, {"type", instance.type->name}});
  }
  return list;
}

/// Returns the times that the model sets.
Json simulation_json(const SimulationModel& model) {
  Json json = Json::object();
  const RunDefaults& times = model.defaults;
  Zone zone;
  if (!model.site.timezone.empty()) {
    zone = Zone(model.site.timezone);
  } else if (times.offset) {
    zone = Zone(format_offset(*times.offset));
  }
  if (times.start) json["start"] = format_time(*times.start, zone);
  if (times.end) json["end"] = format_time(*times.end, zone);
  if (times.step) json["step"] = seconds(*times.step);
  return json;
}

Json states_json(const Plan& plan) {
  Json list = Json::array();
  for (const NamedValue& value : state_values(plan)) {
    list.push_back({{"name", value.name}, {"initial", value.value}, {"unit", value.unit}});
  }
  return list;
}

Json inputs_json(const Plan& plan) {
  Json list = Json::array();
  for (const NamedInput& input : input_values(plan)) {
    Json one = {{"name", input.name}, {"unit", input.unit}};
    if (input.value) {
      one["open"] = *input.value;
    } else {
      one["from"] = input.from;
    }
    list.push_back(std::move(one));
  }
  return list;
}

Json initial_json(const ViewedPlan& viewed) {
  Json list = Json::array();
  for (const InitialOutput& output : initial_outputs(viewed)) {
    list.push_back({{"output", output.output},
                    {"source", output.source},
                    {"value", output.value ? Json(*output.value) : Json(nullptr)},
                    {"unit", output.unit.symbol}});
  }
  return list;
}

Json outputs_json(const Plan& plan) {
  Json list = Json::array();
  for (const Signal& signal : plan.signals) {
    list.push_back({{"name", signal.name}, {"unit", signal.unit.symbol}});
  }
  return list;
}

Json info_json(const ViewedPlan& viewed) {
  const Plan& plan = *viewed.plan;
  Json json;
  json["name"] = plan.model.name;
  json["components"] = plan.instances.size();
  json["connections"] = plan.model.connections().size();
  json["types"] = type_counts(plan);
  json["engine"] = word_for(*plan.options.engine, kEngineWords);
  json["simulation"] = simulation_json(plan.model);
  json["instances"] = instances_json(plan);
  json["cycles"] = cycles_json(plan);
  if (is_continuous(plan)) json["loops"] = loops_json(plan);
  json["levels"] = level_ids(plan);
  json["parameters"] = parameters_json(plan);
  json["states"] = states_json(plan);
  json["initial_outputs"] = initial_json(viewed);
  json["inputs"] = inputs_json(plan);
  json["outputs"] = outputs_json(plan);
  Json measurements = Json::array();
  for (const auto& [port, measurement] : plan.model.measurements) measurements.push_back(port);
  json["measurements"] = std::move(measurements);
  json["notes"] = order_notes(plan);
  const Diagnostics checks = check_notes(plan);
  for (const Diagnostic& item : checks.items()) json["notes"].push_back(to_string(item));
  return json;
}

/// Prints the loops that the continuous engine solves and the connections that deliver late; it
/// removes no connections.
void print_loops(const Plan& plan, std::ostream& out) {
  const std::vector<AlgebraicLoop> loops = evaluation_order(plan).loops;
  out << fmt::format("\nAlgebraic loops: {}\n", loops.size());
  for (const AlgebraicLoop& loop : loops) {
    out << fmt::format("  solved for {}: {}\n", fmt::join(loop.names, ", "),
                       fmt::join(loop.members, ", "));
  }
  out << fmt::format("\nDelayed connections: {}\n", plan.lags.size());
  for (const RemovedConnection& connection : removed_connections(plan)) {
    out << fmt::format("  {} -> {}\n", connection.from, connection.to);
  }
}

void print_order(const Plan& plan, std::ostream& out) {
  if (is_continuous(plan)) {
    print_loops(plan, out);
    return;
  }
  out << fmt::format("\nCycles: {} ({}), {} removed\n", policy_name(*plan.options.cycle_removal),
                     method_name(plan.order.method), plan.lags.size());
  for (const RemovedConnection& connection : removed_connections(plan)) {
    out << fmt::format("  {} -> {}   carries: {}\n", connection.from, connection.to,
                       carrier_name(connection.carrier));
  }
  const auto levels = level_ids(plan);
  out << fmt::format("\nLevels: {}\n", levels.size());
  for (std::size_t i = 0; i < levels.size(); ++i) {
    out << fmt::format("  {:>3}  {}\n", i, fmt::join(levels[i], ", "));
  }
}

void print_initial_outputs(const ViewedPlan& viewed, std::ostream& out) {
  const std::vector<InitialOutput> outputs = initial_outputs(viewed);
  if (outputs.empty()) return;
  out << "\nInitial outputs of removed connections\n";
  for (const InitialOutput& output : outputs) {
    out << fmt::format("  {} [{}]  {}", output.output, output.unit.symbol, output.source);
    if (output.value) out << fmt::format("  {}", *output.value);
    out << '\n';
  }
}

void print_values(const char* title, const std::vector<NamedValue>& values, std::ostream& out) {
  out << fmt::format("\n{}: {}\n", title, values.size());
  for (const NamedValue& value : values) {
    out << fmt::format("  {} = {}", value.name, value.value);
    if (value.unit != unit::one.symbol) out << ' ' << value.unit;
    if (!value.source.empty()) out << fmt::format("  ({})", printable(value.source));
    out << '\n';
  }
}

void print_inputs(const Plan& plan, std::ostream& out) {
  const std::vector<NamedInput> inputs = input_values(plan);
  out << fmt::format("\nInputs: {}\n", inputs.size());
  for (const NamedInput& input : inputs) {
    out << fmt::format("  {} [{}]  ", input.name, input.unit)
        << (input.value ? fmt::format("open, {}", *input.value) : "<- " + input.from) << '\n';
  }
}

void print_info(const ViewedPlan& viewed, std::ostream& out) {
  const Plan& plan = *viewed.plan;
  if (!plan.model.name.empty()) out << printable(plan.model.name) << ": ";
  out << fmt::format("{}, {}\n", counted(plan.instances.size(), "component"),
                     counted(plan.model.connections().size(), "connection"));
  for (const auto& [type, count] : type_counts(plan)) {
    out << fmt::format("  {:>4}  {}\n", count, type);
  }
  print_order(plan, out);
  print_initial_outputs(viewed, out);
  print_values("Parameters", parameter_values(plan), out);
  print_values("States", state_values(plan), out);
  print_inputs(plan, out);
  out << fmt::format("\nOutputs: {}\n", plan.signals.size());
  for (const Signal& signal : plan.signals) {
    out << fmt::format("  {} [{}]\n", signal.name, signal.unit.symbol);
  }
  print_notes(plan, out);
}

}  // namespace

namespace {

std::string_view kind_of(Recordable kind) {
  switch (kind) {
    case Recordable::Input:
      return "input";
    case Recordable::State:
      return "state";
    case Recordable::Held:
      return "held";
    default:
      return "output";
  }
}

/// Prints the signals that `simulate --record` can write, and the statistics of rows over
/// intervals.
void print_recordable(const Plan& plan, bool json, std::ostream& out) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const RecordableSignal& one : recordable_signals(plan)) {
    const std::string_view every = to_string(standard_statistic(one.signal.unit, true));
    if (json) {
      list.push_back({{"name", one.signal.name},
                      {"unit", one.signal.unit.symbol},
                      {"kind", kind_of(one.kind)},
                      {"every", every}});
    } else {
      out << fmt::format("{:<6}  {:<4}  {} [{}]\n", kind_of(one.kind), every, one.signal.name,
                         one.signal.unit.symbol);
    }
  }
  if (json) out << to_shown_text({{"recordable", list}});
}

}  // namespace

int run_verb(const InfoOptions& options, Session& session) {
  if (is_fmu_file(options.model.file)) {
    const FmuInfo info = read_fmu_info(options.model.file);
    session.messages.show(info.notes);
    session.out << (options.json ? to_shown_text(fmu_json(info)) : fmu_text(info));
    return kDone;
  }
  const SimulationModel model = with_messages(session, [&options](Diagnostics& diagnostics) {
    return read_model(options.model, diagnostics);
  });
  const ViewedPlan viewed = compile_for_view(model, options.model.compile);
  if (options.recordable) {
    print_recordable(*viewed.plan, options.json, session.out);
  } else if (options.json) {
    session.out << to_shown_text(info_json(viewed));
  } else {
    print_info(viewed, session.out);
  }
  return kDone;
}

}  // namespace hearth::apps
