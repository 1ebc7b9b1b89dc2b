// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth::test {

/// A configuration with a member of every kind.
struct AllKinds {
  struct Config {
    Series series, other;
    int count;
    bool flag;
    Table table;
  };
  static constexpr Schema schema() {
    return Schema("Every kind of configuration")
        .config(&Config::series, "series", unit::any, "")
        .config(&Config::other, "other", unit::any, open(0.0), "")
        .config(&Config::count, "count", {3.0}, "")
        .config(&Config::flag, "flag", false, "")
        .config(&Config::table, "table", "");
  }
};

/// A registry of this one type.
inline const Registry& all_kinds() {
  static const Registry types = [] {
    ComponentType type;
    type.name = "AllKinds";
    type.schema = StoredSchema<AllKinds>::view;
    return Registry({type});
  }();
  return types;
}

/// Draws models with everything a file can hold.
class RandomModels {
 public:
  explicit RandomModels(unsigned seed) : random_(seed) {}

  SimulationModel model() {
    SimulationModel model;
    model.name = sometimes(text());
    if (chance()) model.site.latitude = uniform(-90.0, 90.0);
    if (chance()) model.site.longitude = uniform(-180.0, 180.0);
    model.site.timezone = zone();
    const std::vector<std::string> ids = add_parts(model, chance() ? 2 : 0);
    for (int i = below(4); i > 0; --i) {
      model.measurements[pick(ids) + "." + name()] = measurement();
      model.inputs.push_back(pick(ids) + ".in." + name());
    }
    if (chance()) model.defaults.start = instant();
    if (chance()) model.defaults.end = instant();
    if (chance()) model.defaults.step = Duration(1 + below(100'000'000));
    if (chance()) model.defaults.every = Interval{.time = Duration(1 + below(100'000'000))};
    if (chance()) model.defaults.every = Interval{.months = 1 + below(24)};
    if (chance()) {
      model.defaults.cycle_removal = chance() ? CycleRemoval::Greedy : CycleRemoval::StateEdges;
    }
    for (int i = below(4); i > 0; --i) change(model);
    return model;
  }

 private:
  int below(int n) { return std::uniform_int_distribution(0, n - 1)(random_); }
  bool chance() { return below(2) == 0; }
  double uniform(double a, double b) { return std::uniform_real_distribution(a, b)(random_); }
  const std::string& pick(const std::vector<std::string>& list) {
    return list[below(static_cast<int>(list.size()))];
  }
  std::string sometimes(std::string text) { return chance() ? std::move(text) : std::string(); }

  /// A number with random bits, or one that people write.
  double number() {
    if (chance()) return below(2000) / 8.0 - 100.0;
    double value = std::numeric_limits<double>::infinity();
    while (!std::isfinite(value)) value = std::bit_cast<double>(bits_(random_));
    return value;
  }

  std::string from(const std::vector<std::string>& letters, int longest) {
    std::string text = pick(letters);
    for (int i = below(longest); i > 0; --i) text += pick(letters);
    return text;
  }
  /// No blank at either end: ends of connections are trimmed.
  std::string id() {
    return from({"a", "B", "7", "_", "x-", "(", ")", "[", "]", "/", "ø"}, 6) +
           sometimes(" room 1") + from({"a", "0", "-", "]"}, 3);
  }
  std::string name() { return from({"a", "b", "T", "_", "2"}, 5); }
  std::string text() {
    return from({"a", " ", "\"", "\\", "/", "\n", "\t", "\x01", "ø", "\U0001F525", "//", "{", "~"},
                12);
  }
  std::string zone() {
    return pick({"", "Europe/Copenhagen", "America/New_York", "UTC", "+05:30"});
  }
  Instant instant() {  // from the 17th to the 23rd century
    return Instant(Duration(
        std::uniform_int_distribution<long long>(-9'000'000'000'000, 8'000'000'000'000)(random_)));
  }

  std::optional<Unit> unit_or_none() {
    const std::vector<std::string> symbols = unit_symbols();
    return chance() ? std::nullopt : parse_unit(pick(symbols));
  }
  Quantity quantity(const std::optional<Unit>& unit) { return {number(), unit}; }
  /// A number for all or by key; of one unit or of many.
  Entries entries(const std::optional<Unit>& common) {
    const auto unit = [&] { return common ? common : unit_or_none(); };
    if (chance()) return quantity(unit());
    std::map<std::string, Quantity> by_key;
    const std::vector<std::string> words{"value", "unit", "min", "max", "source", "x-1", ""};
    for (int i = below(4); i > 0; --i) by_key[chance() ? id() : pick(words)] = quantity(unit());
    return by_key;
  }
  ParameterSetting setting() {
    const std::optional<Unit> common = unit_or_none();
    ParameterSetting setting;
    setting.value = entries(common);
    if (chance()) setting.min = quantity(common);
    if (chance()) setting.max = quantity(chance() ? common : unit_or_none());
    setting.source = sometimes(text());
    return setting;
  }

  FileColumn column() {
    FileColumn column;
    column.file = text();
    if (chance())
      column.column = text();
    else
      column.column = below(100);
    if (chance())
      column.time_column = text();
    else
      column.time_column = below(3);
    column.unit = unit_or_none();
    if (chance()) column.resample = static_cast<Resample>(below(4));
    if (chance()) column.max_gap = std::abs(number());
    column.stamp = static_cast<Stamp>(below(3));
    column.outside = static_cast<Outside>(below(2));
    column.duplicates = static_cast<Duplicates>(below(3));
    column.timezone = zone();
    if (chance()) column.missing_column = number();
    return column;
  }
  Measurement measurement() {
    Measurement measurement;
    measurement.column = column();
    if (chance()) measurement.sd = uniform(1e-9, 10.0);
    return measurement;
  }
  WeeklyRules rules() {
    WeeklyRules rules;
    rules.otherwise = number();
    rules.end_inclusive = chance();
    for (int i = below(5); i > 0; --i) {
      const int from = below(1440);
      rules.rules.push_back(
          {static_cast<std::uint8_t>(below(128)), from, from + 1 + below(1440 - from), number()});
    }
    return rules;
  }
  SeriesSpec series() {
    SeriesSpec spec;
    spec.sample = static_cast<Sample>(below(3));
    const int kind = below(5);
    if (kind == 0) spec.source = number();
    if (kind == 1) spec.source = rules();
    if (kind == 2) spec.source = points();
    if (kind == 3) spec.source = column();
    if (kind == 4) spec.source = sun();
    if (kind < 3) spec.unit = unit_or_none();
    return spec;
  }
  SunAngle sun() {
    SunAngle sun;
    if (chance()) sun.angle = SunAngle::Angle::Azimuth;
    if (chance()) sun.latitude = uniform(-90.0, 90.0);
    if (chance()) sun.longitude = uniform(-180.0, 180.0);
    if (chance()) sun.interval = uniform(0.0, 7200.0);
    return sun;
  }
  TimeTable points() {
    TimeTable table;
    for (int i = below(4); i > 0; --i) {
      table.times.push_back(number());
      table.values.push_back(number());
    }
    table.shape = chance() ? Series::Shape::Hold : Series::Shape::Linear;
    return table;
  }
  Table table() {
    const int rows = below(4), columns = below(chance() ? 4 : 60);
    std::vector<double> values;
    for (int i = 0; i < rows * columns; ++i) values.push_back(number());
    return {rows, columns, values};
  }

  Component component(const std::string& id) {
    Component component;
    component.id = id;
    component.type = "AllKinds";
    component.iri = sometimes(text());
    if (chance()) component.config["series"] = series();
    if (chance()) component.config["other"] = series();
    if (chance()) component.config["count"] = std::bit_cast<int>(static_cast<unsigned>(random_()));
    if (chance()) component.config["flag"] = chance();
    if (chance()) component.config["table"] = table();
    for (int i = below(4); i > 0; --i) component.parameters[name()] = setting();
    for (int i = below(4); i > 0; --i) component.initial[name()] = entries(std::nullopt);
    if (chance()) {
      component.clock = SampleClock{std::abs(number()), chance() ? 0.0 : 60.5};
      component.clock->jitter = chance() ? 0.0 : 7.25;
    }
    return component;
  }
  Endpoint end(const std::string& component) { return {component, name(), sometimes(id())}; }

  /// Adds components and connections, and composites of up to so many levels; returns the ids of
  /// the components.
  std::vector<std::string> add_parts(SimulationModel& model, int levels) {
    std::vector<std::string> ids;
    for (int i = below(6); i >= 0; --i) ids.push_back(id() + std::to_string(i));
    for (const std::string& id : ids) model.add_component(component(id));
    for (int i = levels > 0 ? below(3) : 0; i > 0; --i) {
      const auto one = std::make_shared<const Composite>(composite(levels - 1));
      if (chance()) model.define_composite(one);
      for (int k = below(3); k > 0; --k) add_composite(model, one, ids);
    }
    for (int i = below(8); i > 0; --i) connect(model, end(pick(ids)), end(pick(ids)));
    return ids;
  }
  Composite composite(int levels) {
    Composite composite;
    if (chance()) composite.name = "kind " + text();
    const std::vector<std::string> ids = add_parts(composite.model, levels);
    for (int i = below(4); i > 0; --i) composite.outputs[name()] = to_string(end(pick(ids)));
    for (int i = below(4); i > 0; --i) {
      std::vector<std::string>& ends = composite.inputs[name()];
      for (int k = below(3); k > 0; --k) ends.push_back(to_string(end(pick(ids))));
    }
    return composite;
  }
  void add_composite(SimulationModel& model, const std::shared_ptr<const Composite>& composite,
                     const std::vector<std::string>& ids) {
    const std::string id = "group " + std::to_string(model.composites().size());
    model.add_composite(id, composite);
    for (const auto& [port, ends] : composite->inputs) {
      if (chance()) connect(model, end(pick(ids)), {id, port, sometimes("key")});
    }
    for (const auto& [port, source] : composite->outputs) {
      if (chance()) connect(model, {id, port, ""}, end(pick(ids)));
    }
  }
  void connect(SimulationModel& model, const Endpoint& from, const Endpoint& to) {
    Connection connection{from, to};
    connection.cut = static_cast<CutPin>(below(3));
    try {
      model.add_connection(connection);
    } catch (const ModelError&) {  // there already
    }
  }
  /// Changes a component, which may be a part of a composite, or takes it away.
  void change(SimulationModel& model) {
    std::vector<std::string> ids;
    for (const auto& [id, component] : model.components()) ids.push_back(id);
    const std::string id = pick(ids);
    Component& changed = model.component(id);
    switch (below(6)) {
      case 0:
        changed.config["series"] = series();
        break;
      case 1:
        changed.initial[name()] = entries(std::nullopt);
        break;
      case 2:
        if (ids.size() > 1) model.remove_component(id);
        break;
      default:
        changed.parameters[name()] = setting();
    }
  }

  std::mt19937 random_;
  std::uniform_int_distribution<std::uint64_t> bits_;
};

}  // namespace hearth::test
