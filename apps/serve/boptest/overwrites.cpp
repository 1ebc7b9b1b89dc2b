// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/boptest/overwrites.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <utility>

#include "hearth/framework/component/schema.hpp"

namespace hearth::apps {
namespace {

/// Whether a type only follows the clock, in the unit of the input that it feeds.
bool is_schedule(const SchemaView& schema) {
  bool series = false;
  for (const Field& field : schema) {
    if (field.role == Role::Input) return false;
    if (field.role == Role::Output && field.unit.any == 0) return false;
    series = series || (field.role == Role::Config && field.kind == ConfigKind::Series);
  }
  return series;
}

/// Makes the model; every step leaves results for the next one.
class Overwriting {
 public:
  explicit Overwriting(const Plan& plain) : plain_(plain) {}

  OverwritableModel run() {
    for (const PlannedInstance& instance : plain_.instances) instances_[instance.id] = &instance;
    for (const LagSlot& lag : plain_.lags) {
      removed_.insert({lag.connection->from, lag.connection->to});
    }
    result_.model = plain_.model;
    for (const std::string& input : plain_.model.inputs) result_.signals.push_back({input, ""});
    if (inserts()) {
      choose();
      pin();
      for (const Endpoint& signal : chosen_) insert(signal);
    }
    std::sort(result_.signals.begin(), result_.signals.end(),
              [](const auto& a, const auto& b) { return a.signal < b.signal; });
    return std::move(result_);
  }

 private:
  bool inserts() const {
    if (plain_.options.engine == Engine::Continuous) return true;
    const InputHold hold = plain_.model.defaults.input_hold.value_or(InputHold::BySample);
    return hold != InputHold::First && plain_.options.coupling != Coupling::Jacobi;
  }

  void choose() {
    for (const Connection& connection : plain_.model.connections()) {
      const PlannedInstance& source = *instances_.at(connection.from.component);
      const bool schedule = is_schedule(source.type->schema);
      if (!schedule && !is_command(connection.to.port)) continue;
      if (source.fed_units.size() > 1) continue;
      chosen_.insert(connection.from);
    }
  }

  /// Makes the policy of cycle removal choose the same connections as in the plain model.
  void pin() {
    if (plain_.options.engine == Engine::Continuous) return;
    for (const Connection& connection : plain_.model.connections()) {
      Connection pinned = connection;
      const bool removed = removed_.contains({connection.from, connection.to});
      pinned.cut = removed ? CutPin::Prefer : CutPin::Never;
      replace(connection, std::move(pinned));
    }
  }

  void replace(const Connection& old, Connection with) {
    result_.model.remove_connection(old);
    result_.model.add_connection(std::move(with));
  }

  void insert(const Endpoint& signal) {
    const std::string name = to_string(signal);
    Component block;
    block.id = free_id(signal);
    block.type = "Overwrite";
    set_initial(signal, block);
    const std::string id = block.id;
    result_.model.add_component(std::move(block));
    const ConnectionSet all = result_.model.connections();
    for (const Connection& connection : all) {
      if (connection.from != signal) continue;
      Connection behind = connection;
      behind.from = {id, "y", ""};
      replace(connection, std::move(behind));
    }
    result_.model.add_connection(Connection{
        .from = signal,
        .to = {id, "value", ""},
        .cut = plain_.options.engine == Engine::Continuous ? CutPin::Free : CutPin::Never});
    for (const char* input : {"u", "activate"}) {
      result_.model.inputs.push_back(id + ".in." + input);
    }
    result_.signals.push_back({name, id});
  }

  std::string free_id(const Endpoint& signal) const {
    std::string id = "overwrite/" + signal.component + "/" + signal.port;
    if (!signal.key.empty()) id += "/" + signal.key;
    while (result_.model.find(id) != nullptr || result_.model.composites().contains(id)) id += "_";
    return id;
  }

  /// Sets the initial value of the output, which a removed connection delivers, in its block.
  void set_initial(const Endpoint& signal, Component& block) const {
    const Component& source = plain_.model.component(signal.component);
    const auto given = source.initial.find(signal.port);
    if (given == source.initial.end()) return;
    if (const Quantity* all = std::get_if<Quantity>(&given->second)) {
      block.initial["y"] = *all;
      return;
    }
    const auto& entries = std::get<std::map<std::string, Quantity>>(given->second);
    auto entry = entries.find(signal.key);
    if (entry == entries.end()) entry = entries.find(std::string(kAllOthers));
    if (entry != entries.end()) block.initial["y"] = entry->second;
  }

  const Plan& plain_;
  std::map<std::string, const PlannedInstance*> instances_;
  std::set<std::pair<Endpoint, Endpoint>> removed_;
  std::set<Endpoint> chosen_;
  OverwritableModel result_;
};

}  // namespace

bool is_command(std::string_view port) {
  std::string lower(port);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  constexpr std::array<std::string_view, 5> kEndings{"setpoint", "setpointvalue", "signal",
                                                     "position", "target"};
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return lower.ends_with(ending); });
}

OverwritableModel with_overwrites(const Plan& plain) { return Overwriting(plain).run(); }

}  // namespace hearth::apps
