// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/limits.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/framework/component/cells.hpp"
#include "hearth/framework/integration/resting_step.hpp"
#include "hearth/framework/model/cell_values.hpp"
#include "hearth/framework/model/resolved_model.hpp"
#include "hearth/framework/plan/internal/batches.hpp"
#include "hearth/framework/plan/internal/slot_order.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {
namespace {

/// Checks that every removed connection has a value for the first step; throws ModelError
/// `model.initial_missing`.
void check_initial_values(const Plan& plan) {
  std::set<int> given;
  for (const auto& [cell, value] : plan.given_outputs) given.insert(cell);
  std::vector<const LagSlot*> missing;
  for (const LagSlot& lag : plan.lags) {
    if (lag.carrier != Carrier::Algebraic || !given.insert(lag.transfer.from).second) continue;
    missing.push_back(&lag);
  }
  if (missing.empty()) return;
  std::string list;
  for (const LagSlot* lag : missing) {
    const Endpoint& from = lag->connection->from;
    const Unit& unit = plan.signals[lag->transfer.from].unit;
    const bool plain = unit.bare || unit.any != 0 || std::string_view(unit.symbol) == "1";
    list += (list.empty() ? "" : ", ") + from.component + "." + from.port + " (such as " +
            number_text(plan.first_value(lag->transfer.from)) +
            (plain ? ")" : " " + std::string(unit.symbol) + ")");
  }
  const Endpoint& first = missing.front()->connection->from;
  const Where where = plan.model.component(first.component).where.at(first.component, first.port);
  throw ModelError(
      "model.initial_missing", where,
      "the removed connections need initial values of " + list +
          ": use the default coupling (balanced) or the cycle removal state-edges, which need no "
          "initial values, or set these values under 'initial' of the components");
}

/// Returns the values of a parameter in a plan, one for each key.
std::vector<double> parameter_values(const Plan& plan, std::size_t i, const Cells<double>& cells,
                                     const Field& field) {
  const PlannedInstance& instance = plan.instances[i];
  const SchemaView& schema = instance.type->schema;
  const int first = plan.slots[i].parameter + cell_offset(schema, field, instance.sizes);
  const int size =
      field.many ? instance.sizes[static_cast<std::size_t>(schema.set_index(field.set))] : 1;
  std::vector<double> values;
  for (int k = 0; k < size; ++k) values.push_back(cells[first + k]);
  return values;
}

/// Reports parameters of one component that contradict each other.
void check_orders(const Plan& plan, std::size_t i, const Cells<double>& cells,
                  Diagnostics& diagnostics) {
  const PlannedInstance& instance = plan.instances[i];
  const SchemaView& schema = instance.type->schema;
  for (int k = 0; k < schema.order_count(); ++k) {
    const ParameterOrder& order = schema.order(k);
    const Field& lower = *schema.find(Role::Parameter, order.lower);
    const Field& upper = *schema.find(Role::Parameter, order.upper);
    const std::vector<double> low = parameter_values(plan, i, cells, lower);
    const std::vector<double> high = parameter_values(plan, i, cells, upper);
    for (std::size_t key = 0; key < std::min(low.size(), high.size()); ++key) {
      if (order.strict ? low[key] < high[key] : low[key] <= high[key]) continue;
      const Where where = plan.model.component(instance.id).where.at(instance.id, order.lower);
      const auto with_unit = [](double value, const Unit& unit) {
        const std::string_view symbol = unit.bare || unit.any != 0 ? "" : unit.symbol;
        const bool none = symbol.empty() || symbol == "1";
        return number_text(value) + (none ? "" : " " + std::string(symbol));
      };
      const std::string low_name(order.lower), high_name(order.upper);
      diagnostics.error("model.parameters_contradict", where,
                        low_name + " is " + with_unit(low[key], lower.unit) + ", " + high_name +
                            " is " + with_unit(high[key], upper.unit) + "; expected " + low_name +
                            (order.strict ? " < " : " <= ") + high_name);
      break;
    }
  }
}

/// Reports shares of one component that exceed 1 in sum.
void check_sums(const Plan& plan, std::size_t i, const Cells<double>& cells,
                Diagnostics& diagnostics) {
  constexpr double kRounding = 1e-6;
  const PlannedInstance& instance = plan.instances[i];
  const SchemaView& schema = instance.type->schema;
  for (int k = 0; k < schema.sum_count(); ++k) {
    const ParameterSum& shares = schema.sum(k);
    double sum = 0.0;
    std::string names;
    for (int n = 0; n < shares.count; ++n) {
      const std::string_view name = shares.names[static_cast<std::size_t>(n)];
      for (const double value :
           parameter_values(plan, i, cells, *schema.find(Role::Parameter, name))) {
        sum += value;
      }
      const bool last = n > 0 && n + 1 == shares.count;
      names += (n == 0 ? "" : last ? " and " : ", ") + std::string(name);
    }
    if (sum <= 1.0 + kRounding) continue;
    const Where where =
        plan.model.component(instance.id).where.at(instance.id, shares.names.front());
    diagnostics.error("model.parameters_contradict", where,
                      "the sum of " + std::string(shares.count > 1 ? "" : "all ") + names + " is " +
                          number_text(std::round(sum * 1e6) / 1e6) + "; expected at most 1");
  }
}

/// Checks that parameters computed from others are valid, and that those of one component are
/// consistent; throws ModelError `model.computed_out_of_range`, `model.parameters_contradict`.
void check_computed(const Plan& plan) {
  Cells<double> cells(plan.cells.size());
  for (std::size_t i = 0; i < plan.slots.size(); ++i) {
    plan.instances[i].type->plain.construct(plan.slots[i], cells.data());
  }
  for (std::size_t i = 0; i < plan.cells.size(); ++i) {
    cells[static_cast<int>(i)] = plan.cells[i];
  }
  Diagnostics diagnostics;
  for (std::size_t i = 0; i < plan.slots.size(); ++i) {
    const PlannedInstance& instance = plan.instances[i];
    if (instance.computed != 0) {
      instance.type->plain.prepare(plan.slots[i], cells.data(), instance.computed);
    }
    for (const Field& field : instance.type->schema) {
      if (field.role != Role::Parameter || !field.computed) continue;
      if (((instance.computed >> field.member) & 1U) == 0) continue;
      const double value = cells[plan.slots[i].parameter +
                                 cell_offset(instance.type->schema, field, instance.sizes)];
      if (value >= field.range.min && value <= field.range.max) continue;
      const Where where = plan.model.component(instance.id).where.at(instance.id, field.name);
      diagnostics.error("model.computed_out_of_range", where,
                        "the default computed from the other parameters of this component is " +
                            number_text(value) + " " + field.unit.symbol + ", which is outside " +
                            number_text(field.range.min) + " to " + number_text(field.range.max) +
                            "; correct those parameters or set this one");
    }
    check_orders(plan, i, cells, diagnostics);
    check_sums(plan, i, cells, diagnostics);
  }
  if (diagnostics.has_errors()) throw ModelError(diagnostics);
}

/// Makes a plan step by step from a resolved model without errors.
class Compiler {
 public:
  Compiler(const SimulationModel& model, const Registry& registry, const CompileOptions& options) {
    plan_.model = model;
    plan_.options = options;
    if (!plan_.options.engine) {
      plan_.options.engine = plan_.model.defaults.engine.value_or(Engine::Stepwise);
    }
    resolved_ = resolve(plan_.model, registry, plan_.diagnostics);
    if (plan_.diagnostics.has_errors()) throw ModelError(plan_.diagnostics);
    incoming_.resize(static_cast<std::size_t>(node_count()));
    outgoing_.resize(static_cast<std::size_t>(node_count()));
    for (std::size_t c = 0; c < resolved_.connections.size(); ++c) {
      incoming_[resolved_.connections[c].target].push_back(static_cast<int>(c));
      outgoing_[resolved_.connections[c].source].push_back(static_cast<int>(c));
    }
  }

  Plan run() {
    count_states();
    trace_components();
    order_components();
    placement_ =
        place(resolved_, plan_.order, plan_.options.coupling.value_or(Coupling::GaussSeidel));
    plan_.slot_of_id = placement_.slot;
    if (solves_loops()) plan_.loops.resize(plan_.order.groups.size());
    number_cells();
    connect_inputs();
    fill_stages();
    name_signals();
    if (plan_.options.coupling != Coupling::Balanced) check_initial_values(plan_);
    check_computed(plan_);
    keep_traces();
    ignore_initial_copies();
    link_events();
    return std::move(plan_);
  }

 private:
  int node_count() const { return static_cast<int>(resolved_.components.size()); }
  const ResolvedComponent& node(int n) const { return resolved_.components[n]; }

  bool solves_loops() const {
    return plan_.options.coupling == Coupling::Iterate ||
           plan_.options.coupling == Coupling::Balanced;
  }

  /// Counts the work of matrices of the states of one component, whose products cost n^3.
  void count_states() const {
    std::int64_t products = 0;
    for (const ResolvedComponent& wired : resolved_.components) {
      const auto n = std::min<std::int64_t>(std::ssize(wired.values.states), 1'000'000);
      products += n * n * n;
      const Where where = wired.component->where.at(wired.component->id, "");
      check_limit(WorkLimit::DenseStates, products, where);
    }
  }

  void trace_components() {
    std::map<std::pair<const ComponentType*, std::vector<int>>, TraceResult> known;
    for (int n = 0; n < node_count(); ++n) {
      const ResolvedComponent& wired = node(n);
      if (configured(*wired.type)) {
        traces_.push_back(trace(wired));
        continue;
      }
      const auto key = std::make_pair(wired.type, wired.sizes);
      auto found = known.find(key);
      if (found == known.end()) found = known.emplace(key, trace(wired)).first;
      traces_.push_back(found->second);
    }
  }
  /// Returns whether the configuration can change dependences.
  static bool configured(const ComponentType& type) {
    return std::any_of(type.schema.begin(), type.schema.end(), [](const Field& field) {
      return field.role == Role::Config && field.kind != ConfigKind::Series;
    });
  }

  Carrier carrier_of(const ResolvedConnection& wired) const {
    const SchemaView& schema = node(wired.source).type->schema;
    const int cell =
        cell_offset(schema, *wired.output, node(wired.source).sizes) + wired.output_entry;
    return traces_[wired.source].carriers[cell];
  }

  /// Places messages about components at the first connection leaving them that must not be
  /// removed.
  Diagnostics at_pinned_connections(const Diagnostics& found) const {
    Diagnostics placed;
    for (Diagnostic item : found.items()) {
      for (const ResolvedConnection& wired : resolved_.connections) {
        const Connection& connection = *wired.connection;
        if (connection.cut != CutPin::Never) continue;
        if (connection.from.component != item.where.component) continue;
        item.where = connection.where;
        item.where.component = connection.from.component;
        item.where.port = connection.from.port;
        break;
      }
      placed.add(std::move(item));
    }
    return placed;
  }

  /// Returns whether only samples read an input: neither outputs nor derivatives depend on it.
  bool only_sampled(const ResolvedConnection& wired) const {
    const ResolvedComponent& target = node(wired.target);
    if (!target.type->traits.has_update) return false;
    const TraceResult& trace = traces_[wired.target];
    const int entry =
        cell_offset(target.type->schema, *wired.input, target.sizes) + wired.input_entry;
    const auto reads = [entry](const std::vector<int>& entries) {
      return std::binary_search(entries.begin(), entries.end(), entry);
    };
    return std::none_of(trace.feedthrough.begin(), trace.feedthrough.end(), reads) &&
           std::none_of(trace.rate_inputs.begin(), trace.rate_inputs.end(), reads);
  }

  /// Breaks cycles at inputs that are sampled at instants: first at those that the model prefers,
  /// then at others. The remaining cycles are solved as loops.
  Order order_balanced(std::vector<Link> links) {
    const std::size_t count = links.size();
    std::vector<bool> sampled(count, false), open(count, false);
    for (std::size_t c = 0; c < count; ++c) sampled[c] = only_sampled(resolved_.connections[c]);
    open_cycles(
        links, [&](std::size_t c) { return sampled[c] && links[c].pin == CutPin::Prefer; }, open);
    for (std::size_t c = 0; c < count; ++c) {
      if (sampled[c] && links[c].pin == CutPin::Free) links[c].pin = CutPin::Prefer;
    }
    open_cycles(
        links, [&](std::size_t c) { return sampled[c]; }, open);
    return open_cycles(
        links, [](std::size_t) { return false; }, open);
  }

  /// Orders the components with the links that are not removed yet; links that are removed and that
  /// `chosen` selects then count as removed. The order lists all of them.
  template <class Chosen>
  Order open_cycles(const std::vector<Link>& links, const Chosen& chosen, std::vector<bool>& open) {
    std::vector<Link> rest;
    std::vector<int> kept;
    for (std::size_t c = 0; c < links.size(); ++c) {
      if (open[c]) continue;
      rest.push_back(links[c]);
      kept.push_back(static_cast<int>(c));
    }
    Order result = order(plan_.ids, rest, {.policy = *plan_.options.cycle_removal});
    for (int& link : result.removed) link = kept[link];
    for (std::size_t c = 0; c < links.size(); ++c) {
      if (open[c]) result.removed.push_back(static_cast<int>(c));
    }
    for (const int link : result.removed) {
      if (chosen(static_cast<std::size_t>(link))) open[link] = true;
    }
    std::sort(result.removed.begin(), result.removed.end());
    return result;
  }

  /// Decides coupling and substeps: from options, then the model, then the default.
  void choose_scheme() {
    CompileOptions& options = plan_.options;
    const RunDefaults& model = plan_.model.defaults;
    if (!options.substeps) options.substeps = model.substeps.value_or(0);
    if (*options.substeps < 0 || *options.substeps > kMostSubsteps) {
      throw InputError("run.substeps_out_of_range", {},
                       "found " + std::to_string(*options.substeps) +
                           " substeps, expected 0 (automatic) to " + std::to_string(kMostSubsteps));
    }
    if (!options.coupling) {
      const Coupling standard = *options.substeps == 1 ? Coupling::GaussSeidel : Coupling::Balanced;
      options.coupling = model.coupling.value_or(standard);
    }
    if (options.engine == Engine::Continuous) {
      options.coupling.reset();
      options.substeps.reset();
    }
  }

  void order_components() {
    for (int n = 0; n < node_count(); ++n) plan_.ids.push_back(node(n).component->id);
    std::vector<Link> links;
    for (const ResolvedConnection& wired : resolved_.connections) {
      links.push_back({wired.source, wired.output->member, wired.target, carrier_of(wired),
                       wired.connection->cut});
    }
    choose_scheme();
    if (!plan_.options.cycle_removal) {
      plan_.options.cycle_removal =
          plan_.model.defaults.cycle_removal.value_or(CycleRemoval::Greedy);
    }
    try {
      plan_.order = plan_.options.coupling == Coupling::Balanced
                        ? order_balanced(links)
                        : order(plan_.ids, links, {.policy = *plan_.options.cycle_removal});
    } catch (const ModelError& error) {
      throw ModelError(at_pinned_connections(error.diagnostics()));
    }
    removed_.assign(resolved_.connections.size(), false);
    if (plan_.options.engine == Engine::Stepwise) {
      for (const int link : plan_.order.removed) removed_[link] = true;
    } else {
      for (std::size_t c = 0; c < removed_.size(); ++c) {
        removed_[c] = resolved_.connections[c].connection->loop == LoopAction::Delay;
      }
    }
  }

  // ---- cells -------------------------------------------------------------------------------

  int take(int count) {
    const int first = static_cast<int>(plan_.cells.size());
    plan_.cells.resize(plan_.cells.size() + static_cast<std::size_t>(count), 0.0);
    return first;
  }
  int take(const std::vector<double>& values) {
    const int first = static_cast<int>(plan_.cells.size());
    plan_.cells.insert(plan_.cells.end(), values.begin(), values.end());
    return first;
  }

  const void* places_of(const ResolvedComponent& wired) {
    const auto make = wired.type->traits.places;
    if (make == nullptr) return nullptr;
    const auto [known, is_new] = places_.try_emplace({wired.type, wired.sizes}, nullptr);
    if (is_new) known->second = plan_.places.emplace_back(make(wired.sizes.data())).get();
    return known->second;
  }

  void number_cells() {
    std::vector<int> first_size;
    for (const int n : placement_.nodes) {
      first_size.push_back(static_cast<int>(plan_.sizes.size()));
      plan_.sizes.insert(plan_.sizes.end(), node(n).sizes.begin(), node(n).sizes.end());
    }
    plan_.sizes.push_back(0);
    for (std::size_t i = 0; i < placement_.nodes.size(); ++i) {
      const ResolvedComponent& wired = node(placement_.nodes[i]);
      Slot slot;
      slot.sizes = plan_.sizes.data() + first_size[i];
      slot.places = places_of(wired);
      slot.config = static_cast<int>(i);
      slot.affine = traces_[placement_.nodes[i]].affine;
      slot.reach = traces_[placement_.nodes[i]].reach();
      slot.stream = fnv1a64(wired.component->id);
      if (wired.component->clock) {
        const SampleClock& clock = *wired.component->clock;
        slot.sample_period = clock.period;
        slot.period = std::llround(clock.period * 1000.0);
        slot.offset = std::llround(clock.offset * 1000.0);
        if (clock.end && *clock.end < kLongestTime) slot.end = std::llround(*clock.end * 1000.0);
      }
      counts_.push_back(wired.type->counts(slot.sizes));
      slot.in_count = counts_.back().in;
      slot.out_count = counts_.back().out;
      slot.out = take(counts_.back().out);
      if (const auto entries = wired.type->traits.balance; entries != nullptr) {
        slot.ledger = plan_.ledger_count;
        slot.ledger_count = static_cast<int>(entries(slot.sizes).size());
        plan_.ledger_count += slot.ledger_count;
      }
      if (wired.type->make_stepper) slot.stepper = plan_.stepper_count++;
      if (wired.own_type) plan_.own_types.push_back(wired.own_type);
      plan_.slots.push_back(slot);
      plan_.instances.push_back({wired.component->id, wired.type, wired.keys, wired.sizes, 0,
                                 wired.any, placement_.level[placement_.nodes[i]], wired.source});
    }
    plan_.signal_count = static_cast<int>(plan_.cells.size());
    plan_.config_count = static_cast<int>(placement_.nodes.size());
  }

  const CellValues& values_of(std::size_t slot) const {
    return node(placement_.nodes[slot]).values;
  }

  void number_memory() {
    plan_.first_state = static_cast<int>(plan_.cells.size());
    for (std::size_t i = 0; i < placement_.nodes.size(); ++i) {
      plan_.slots[i].state = take(values_of(i).states);
      plan_.slots[i].state_count = counts_[i].state;
    }
    plan_.state_count = static_cast<int>(plan_.cells.size()) - plan_.first_state;
    for (std::size_t i = 0; i < placement_.nodes.size(); ++i) {
      Slot& slot = plan_.slots[i];
      slot.held = take(values_of(i).held);
      slot.side = static_cast<int>(plan_.guard_rules.size());
      add_guards(node(placement_.nodes[i]));
      plan_.scratch_count = std::max(plan_.scratch_count, counts_[i].scratch);
      for (const auto& [cell, value] : values_of(i).given_outputs) {
        plan_.given_outputs.emplace_back(slot.out + cell, value);
      }
    }
    plan_.snapshot_count = static_cast<int>(plan_.cells.size());
    for (std::size_t i = 0; i < placement_.nodes.size(); ++i) {
      Slot& slot = plan_.slots[i];
      slot.parameter = take(values_of(i).parameters);
      slot.derived = take(counts_[i].derived);
      plan_.instances[i].computed = values_of(i).computed;
    }
    for (const auto& [cell, value] : plan_.given_outputs) plan_.cells[cell] = value;
  }

  void add_guards(const ResolvedComponent& wired) {
    const SchemaView& schema = wired.type->schema;
    for (int member = 0; const Field* field = schema.find(Role::Guard, member); ++member) {
      const auto count = static_cast<std::size_t>(cell_count(schema, *field, wired.sizes));
      plan_.guard_rules.insert(plan_.guard_rules.end(), count, field->rule);
      plan_.initial_sides.insert(plan_.initial_sides.end(), count, initial_side(field->rule));
      const std::string name = wired.component->id + "." + std::string(field->name);
      if (!field->many) {
        plan_.guard_names.push_back(name);
        continue;
      }
      for (const std::string& key : wired.keys[schema.set_index(field->set)]) {
        plan_.guard_names.push_back(name + "[" + key + "]");
      }
    }
  }

  // ---- the input map -----------------------------------------------------------------------

  int output_cell(const ResolvedConnection& wired) const {
    const ResolvedComponent& source = node(wired.source);
    return plan_.slots[placement_.slot[wired.source]].out +
           cell_offset(source.type->schema, *wired.output, source.sizes) + wired.output_entry;
  }

  /// Returns the cell of an output in the unit of the input; conversions are shared.
  int converted_cell(const ResolvedConnection& wired) {
    const int cell = output_cell(wired);
    if (wired.conversion.identity()) return cell;
    const auto key = std::make_tuple(cell, wired.conversion.factor, wired.conversion.shift);
    const auto [found, added] = converted_.try_emplace(key, 0);
    if (added) {
      found->second = take(1);
      conversions_[wired.source].push_back(
          {cell, found->second, wired.conversion.factor, wired.conversion.shift});
    }
    return found->second;
  }

  /// Returns the cell with a source's value at the start of the step.
  int start_cell(const ResolvedConnection& wired) {
    const int cell = output_cell(wired);
    const auto key = std::make_tuple(cell, wired.conversion.factor, wired.conversion.shift);
    const auto [found, added] = started_.try_emplace(key, 0);
    if (added) {
      found->second = take(1);
      plan_.start_copies.push_back(
          {cell, found->second, wired.conversion.factor, wired.conversion.shift});
    }
    return found->second;
  }

  void connect_inputs() {
    conversions_.resize(static_cast<std::size_t>(node_count()));
    int total = 0;
    for (std::size_t i = 0; i < plan_.slots.size(); ++i) {
      plan_.slots[i].in = total;
      total += counts_[i].in;
    }
    plan_.in.assign(static_cast<std::size_t>(total), -1);
    plan_.in_initial = plan_.in_start = plan_.in;
    for (std::size_t c = 0; c < resolved_.connections.size(); ++c) connect(c);
    for (std::size_t i = 0; i < placement_.nodes.size(); ++i) {
      open_rest(i);
      find_slope(i);
    }
    number_memory();
  }

  void connect(std::size_t c) {
    const ResolvedConnection& wired = resolved_.connections[c];
    const ResolvedComponent& target = node(wired.target);
    const Slot& slot = plan_.slots[placement_.slot[wired.target]];
    const auto entry = static_cast<std::size_t>(
        slot.in + cell_offset(target.type->schema, *wired.input, target.sizes) + wired.input_entry);
    const bool source = node(wired.source).source;
    const bool lagged = removed_[c] || (plan_.options.coupling == Coupling::Jacobi && !source);
    int cell = 0;
    if (lagged) {
      cell = take(1);
      add_feedback(c, cell);
    } else {
      cell = converted_cell(wired);
    }
    plan_.in[entry] = cell;
    plan_.in_initial[entry] = removed_[c] || !lagged ? cell : converted_cell(wired);
    plan_.in_start[entry] = source && !lagged ? start_cell(wired) : cell;
  }

  void add_feedback(std::size_t c, int cell) {
    const ResolvedConnection& wired = resolved_.connections[c];
    const Transfer copy{output_cell(wired), cell, wired.conversion.factor, wired.conversion.shift};
    plan_.feedback.push_back(copy);
    if (!removed_[c]) return;
    plan_.lags.push_back(
        {wired.connection, carrier_of(wired), placement_.slot[wired.source], copy});
    const int loop = placement_.loop[wired.target];
    if (solves_loops() && loop >= 0 && placement_.loop[wired.source] == loop) {
      plan_.loops[loop].feedback.push_back(copy);
    }
  }

  /// Finds whether inputs of an instance move under `input_hold: first`, and the effect of that.
  void find_slope(std::size_t i) {
    Slot& slot = plan_.slots[i];
    std::vector<int> moving;
    for (int k = 0; k < counts_[i].in; ++k) {
      if (plan_.in[slot.in + k] != plan_.in_start[slot.in + k]) moving.push_back(k);
    }
    if (moving.empty() || counts_[i].state == 0) return;
    const ResolvedComponent& wired = node(placement_.nodes[i]);
    if (configured(*wired.type)) {
      slot.slope = slope_of(wired, moving);
      return;
    }
    const auto key = std::make_tuple(wired.type, wired.sizes, moving);
    const auto [known, added] = slopes_.try_emplace(key, Slope::None);
    if (added) known->second = slope_of(wired, moving);
    slot.slope = known->second;
  }
  static Slope slope_of(const ResolvedComponent& wired, const std::vector<int>& moving) {
    return affine_with_inputs(wired, moving) ? Slope::Affine : Slope::Curved;
  }

  void open_rest(std::size_t i) {
    const ResolvedComponent& wired = node(placement_.nodes[i]);
    const SchemaView& schema = wired.type->schema;
    for (const Field& field : schema) {
      if (field.role != Role::Input) continue;
      const std::string name = wired.component->id + ".in." + std::string(field.name);
      const auto first =
          static_cast<std::size_t>(plan_.slots[i].in + cell_offset(schema, field, wired.sizes));
      if (!field.many) {
        open_input(first, field.range.value, name);
        continue;
      }
      const auto& keys = wired.keys[schema.set_index(field.set)];
      for (std::size_t k = 0; k < keys.size(); ++k) {
        open_input(first + k, field.range.value, name + "[" + keys[k] + "]");
      }
    }
  }
  void open_input(std::size_t entry, double value, const std::string& name) {
    if (plan_.in[entry] >= 0) return;
    const int cell = take({value});
    plan_.in[entry] = plan_.in_initial[entry] = plan_.in_start[entry] = cell;
    plan_.open_inputs[name] = cell;
  }
  int take(std::initializer_list<double> values) { return take(std::vector<double>(values)); }

  // ---- stages ------------------------------------------------------------------------------

  Stage make_stage(std::vector<int> nodes, bool with_loops) {
    Stage stage;
    std::sort(nodes.begin(), nodes.end(),
              [this](int a, int b) { return placement_.slot[a] < placement_.slot[b]; });
    for (const int n : nodes) {
      const int loop = placement_.loop[n];
      if (with_loops && loop >= 0) {
        if (std::find(stage.loops.begin(), stage.loops.end(), loop) == stage.loops.end()) {
          stage.loops.push_back(loop);
        }
        continue;
      }
      add_to(stage, n);
    }
    return stage;
  }
  void add_to(Stage& stage, int n) {
    add_slot(stage.batches, node(n).type, placement_.slot[n]);
    const auto& own = conversions_[n];
    stage.transfers.insert(stage.transfers.end(), own.begin(), own.end());
  }

  void fill_stages() {
    for (const auto& nodes : plan_.order.levels) {
      plan_.initial_stages.push_back(make_stage(nodes, false));
    }
    int last = 0;
    for (const int stage : placement_.stage) last = std::max(last, stage);
    std::vector<std::vector<int>> members(static_cast<std::size_t>(last) + 1);
    for (int n = 0; n < node_count(); ++n) members[placement_.stage[n]].push_back(n);
    for (const auto& nodes : members) plan_.stages.push_back(make_stage(nodes, true));
    for (std::size_t g = 0; g < plan_.loops.size(); ++g) fill_loop(g);
    Stage sources;
    for (const int n : placement_.nodes) {
      if (node(n).source) add_to(sources, n);
    }
    plan_.source_batches = std::move(sources.batches);
  }

  void fill_loop(std::size_t g) {
    std::map<int, std::vector<int>> by_level;
    for (const int n : plan_.order.groups[g]) {
      by_level[placement_.level[n]].push_back(n);
      plan_.loops[g].slots.push_back(placement_.slot[n]);
    }
    for (const auto& [level, nodes] : by_level) {
      plan_.loops[g].stages.push_back(make_stage(nodes, false));
    }
    std::sort(plan_.loops[g].slots.begin(), plan_.loops[g].slots.end());
  }

  /// Removes the initial values of outputs that pass on an input, so that row 0 contains what they
  /// pass on, except where a removed connection delivers them in the first step.
  void ignore_initial_copies() {
    std::set<int> copies;
    for (std::size_t i = 0; i < plan_.slots.size(); ++i) {
      const std::vector<int>& inputs = plan_.traces[i].copied_inputs;
      for (std::size_t o = 0; o < inputs.size(); ++o) {
        if (inputs[o] >= 0) copies.insert(plan_.slots[i].out + static_cast<int>(o));
      }
    }
    for (const LagSlot& lag : plan_.lags) copies.erase(lag.transfer.from);
    std::erase_if(plan_.given_outputs,
                  [&](const auto& given) { return copies.contains(given.first); });
  }

  /// Keeps the dependences that the continuous engine needs.
  void keep_traces() {
    for (const int n : placement_.nodes) {
      plan_.traces.push_back(std::move(traces_[n]));
      plan_.conversions.push_back(std::move(conversions_[n]));
    }
    for (std::size_t i = 0; i < plan_.slots.size(); ++i) keep_resting(i);
  }

  /// Reserves memory for the matrices of an instance that reuses them while they do not change.
  void keep_resting(std::size_t i) {
    Slot& slot = plan_.slots[i];
    const Traits& traits = plan_.instances[i].type->traits;
    const int states = counts_[i].state;
    if (!slot.affine || !traits.rates_rest || states == 0 || states > kMostRestingStates) return;
    const std::vector<int>& factors = plan_.traces[i].factors;
    slot.factors = factors.data();
    slot.factor_count = static_cast<int>(factors.size());
    const int keys = slot.factor_count + (traits.rates_read_held ? counts_[i].held : 0);
    slot.resting = plan_.resting_count;
    slot.resting_numbers = resting_size(states, keys);
    plan_.resting_count += slot.resting_numbers;
  }

  void link_events() {
    const auto number_of = [this](const Endpoint& end) {
      const auto found =
          std::find(plan_.guard_names.begin(), plan_.guard_names.end(), to_string(end));
      return static_cast<int>(found - plan_.guard_names.begin());
    };
    for (const Connection& event : plan_.model.events()) {
      plan_.event_links.emplace_back(number_of(event.from), number_of(event.to));
    }
  }

  // ---- signals and values for users ---------------------------------------------------------

  void name_signals() {
    for (std::size_t i = 0; i < placement_.nodes.size(); ++i) {
      const ResolvedComponent& wired = node(placement_.nodes[i]);
      const SchemaView& schema = wired.type->schema;
      for (int member = 0; const Field* field = schema.find(Role::Output, member); ++member) {
        if (field->unit.any != 0) {
          plan_.instances[i].fed = fed_unit(placement_.nodes[i], *field);
          note_fed_units(placement_.nodes[i], *field, plan_.instances[i].fed_units);
        }
        const std::string name = wired.component->id + "." + std::string(field->name);
        const Unit unit = signal_unit(placement_.nodes[i], *field);
        if (!field->many) {
          plan_.signals.push_back({name, unit});
          continue;
        }
        for (const std::string& key : wired.keys[schema.set_index(field->set)]) {
          plan_.signals.push_back({name + "[" + key + "]", unit});
        }
      }
    }
  }
  /// Returns the unit of a signal: for a bare number that of the ports it feeds, if they agree.
  Unit signal_unit(int n, const Field& field) const {
    if (field.unit.any == 0 || node(n).any) return resolved_.unit_of(n, field);
    return fed_unit(n, field).value_or(unit::one);
  }
  /// Adds the units of the ports to which an output leads; ports for any number have none.
  void note_fed_units(int n, const Field& field, std::vector<Unit>& units) const {
    for (const int c : outgoing_[n]) {
      const ResolvedConnection& wired = resolved_.connections[c];
      const Unit unit = resolved_.unit_of(wired.target, *wired.input);
      if (wired.output != &field || unit.bare || unit.any != 0) continue;
      if (std::find(units.begin(), units.end(), unit) == units.end()) units.push_back(unit);
    }
  }
  /// Returns the unit of all ports to which an output leads, if they agree.
  std::optional<Unit> fed_unit(int n, const Field& field) const {
    std::optional<Unit> shared;
    for (const int c : outgoing_[n]) {
      const ResolvedConnection& wired = resolved_.connections[c];
      if (wired.output != &field) continue;
      const Unit unit = resolved_.unit_of(wired.target, *wired.input);
      if (shared && !(*shared == unit)) return std::nullopt;
      shared = unit;
    }
    return shared;
  }

  Plan plan_;
  ResolvedModel resolved_;
  std::vector<std::vector<int>> incoming_, outgoing_;  // connections by node
  std::vector<TraceResult> traces_;                    // by node
  std::vector<bool> removed_;                          // by connection
  Placement placement_;
  std::vector<Counts> counts_;  // by slot
  std::map<std::pair<const ComponentType*, std::vector<int>>, const void*> places_;
  std::map<std::tuple<int, double, double>, int> converted_, started_;
  std::map<std::tuple<const ComponentType*, std::vector<int>, std::vector<int>>, Slope> slopes_;
  std::vector<std::vector<Transfer>> conversions_;  // by source node
};

}  // namespace

Plan compile(const SimulationModel& model, const Registry& registry,
             const CompileOptions& options) {
  return Compiler(model, registry, options).run();
}

}  // namespace hearth
