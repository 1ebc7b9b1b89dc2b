// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/component/bind.hpp"
#include "hearth/tests/support/simulate.hpp"
#include "hearth/tests/support/test_components.hpp"

namespace hearth::test::index_sets_test {
namespace {

const Registry& types() { return test_components(); }

double end_of(const SimulationModel& model, const std::string& signal) {
  return run_signal(model, types(), signal, {.steps = 1}).back();
}

/// Digits fed by constants, connected in the order given.
SimulationModel digits(const std::vector<std::pair<std::string, double>>& entries,
                       const std::vector<std::string>& keys = {}) {
  SimulationModel model;
  model.add_component(instance("number", "Digits"));
  for (std::size_t i = 0; i < entries.size(); ++i) {
    model.add_component(constant(entries[i].first, entries[i].second));
    const std::string key = keys.empty() ? "" : "[" + keys[i] + "]";
    model.add_connection(entries[i].first + ".scheduleValue -> number.u" + key);
  }
  return model;
}

TEST_CASE("entries are ordered by key, not by the order of connections") {
  CHECK(end_of(digits({{"a", 1}, {"b", 2}, {"c", 3}}), "number.y") == 321.0);
  CHECK(end_of(digits({{"c", 3}, {"a", 1}, {"b", 2}}), "number.y") == 321.0);
  CHECK(end_of(digits({{"a", 1}, {"b", 2}, {"c", 3}}, {"z", "y", "x"}), "number.y") == 123.0);
}

TEST_CASE("an input over a set may have no entry at all") {
  SimulationModel model;
  model.add_component(instance("number", "Digits"));
  CHECK(end_of(model, "number.count") == 0.0);
  CHECK(end_of(model, "number.y") == 0.0);
}

TEST_CASE("two connections with one key are refused and both named") {
  const SimulationModel model = digits({{"a", 1}, {"b", 2}}, {"k", "k"});
  const std::string text = message_of(validate(model, types()), "model.input_taken");
  CHECK_THAT(text, Catch::Contains("a.scheduleValue -> number.u[k]"));
  CHECK_THAT(text, Catch::Contains("b.scheduleValue -> number.u[k]"));
}

TEST_CASE("a key that is the id of a source collides with it") {
  const SimulationModel model = digits({{"a", 1}, {"b", 2}}, {"b", "b"});
  CHECK_FALSE(message_of(validate(model, types()), "model.input_taken").empty());
}

/// A junction of two streams of 1 and 3 kg/s at 10 and 20 degC.
SimulationModel junction() {
  SimulationModel model;
  model.add_component(instance("J", "Junction"));
  model.add_component(constant("warm_flow", 3.0));
  model.add_component(constant("warm", 20.0));
  model.add_component(constant("cold_flow", 1.0));
  model.add_component(constant("cold", 10.0));
  model.add_connection("warm_flow.scheduleValue -> J.airFlowRateIn[w]");
  model.add_connection("cold.scheduleValue -> J.airTemperatureIn[c]");
  model.add_connection("cold_flow.scheduleValue -> J.airFlowRateIn[c]");
  model.add_connection("warm.scheduleValue -> J.airTemperatureIn[w]");
  return model;
}

TEST_CASE("inputs over one set are paired by key") {
  CHECK(end_of(junction(), "J.airTemperatureOut") == 17.5);
}

TEST_CASE("where several inputs share a set a missing key is refused and the keyed form shown") {
  SimulationModel model = junction();
  model.remove_connection("warm.scheduleValue -> J.airTemperatureIn[w]");
  model.add_connection("warm.scheduleValue -> J.airTemperatureIn");
  const Diagnostics found = validate(model, types());
  CHECK_THAT(message_of(found, "model.key_missing"),
             Catch::Contains("write J.airTemperatureIn[warm]"));
}

TEST_CASE("a key with a flow and no temperature is refused and named") {
  SimulationModel model = junction();
  model.remove_connection("warm.scheduleValue -> J.airTemperatureIn[w]");
  CHECK_THAT(message_of(validate(model, types()), "model.key_incomplete"),
             Catch::Contains("J.airTemperatureIn[w]"));
}

/// y = Σ f_i u_i; f may stay open.
template <class T>
struct OpenSum {
  struct In {
    Many<T> u, factor;
  };
  struct Out {
    T y;
  };
  static constexpr Schema schema() {
    return Schema("Sum with factors that may stay open")
        .in(&In::u, "u", unit::one, "Summed", over("entry"))
        .in(&In::factor, "factor", unit::one, "Factor", over("entry"), open(10.0))
        .out(&Out::y, "y", unit::one, "Sum");
  }
  static void outputs(const In& u, Out& y) {
    y.y = T(0.0);
    for (int i = 0; i < u.u.size(); ++i) y.y += u.factor[i] * u.u[i];
  }
};

TEST_CASE("an input over a set that may stay open has its default for keys without a source") {
  std::vector<ComponentType> own;
  own.push_back(bind<OpenSum>("OpenSum"));
  const Registry open_types = with_standard_components(std::move(own));
  SimulationModel model;
  model.add_component(instance("sum", "OpenSum"));
  for (const char* id : {"a", "b", "c"}) model.add_component(constant(id, 2.0));
  model.add_connection("a.scheduleValue -> sum.u[a]");
  model.add_connection("b.scheduleValue -> sum.u[b]");
  model.add_connection("c.scheduleValue -> sum.factor[b]");
  // 2 * 10 + 2 * 2
  CHECK(run_signal(model, open_types, "sum.y", {.steps = 1}).back() == 24.0);
  Bench<double> bench(model, open_types);
  CHECK(bench.plan.open_inputs.size() == 1);
  CHECK(bench.plan.open_inputs.count("sum.in.factor[a]") == 1);
  model.add_connection("c.scheduleValue -> sum.factor[c]");
  CHECK_THAT(message_of(validate(model, open_types), "model.key_incomplete"),
             Catch::Contains("sum.u[c]"));
}

TEST_CASE("a parameter over a set is one number for all or one for each key") {
  SimulationModel model = junction();
  model.set_parameter("J.weight", {2.0, {}});
  CHECK(end_of(model, "J.airFlowRateOut") == 8.0);
  model = junction();
  model.set_parameter("J.weight[w]", {2.0, {}});
  CHECK(end_of(model, "J.airFlowRateOut") == 7.0);  // the other keeps its default of 1
  Bench<double> bench(model, types());
  CHECK(bench.plan.parameter("J.weight").cells.size() == 2);
  CHECK(bench.plan.parameter("J.weight[c]").cells.size() == 1);
  CHECK_THROWS_WITH(bench.plan.parameter("J.weight[x]"), Catch::Contains("model.key_unknown"));
}

TEST_CASE("setting one entry keeps the number given for all others") {
  SimulationModel model = junction();
  model.set_parameter("J.weight", {2.0, {}});
  model.set_parameter("J.weight[w]", {4.0, {}});
  CHECK(end_of(model, "J.airFlowRateOut") == 2.0 * 1.0 + 4.0 * 3.0);
}

TEST_CASE("an unknown key of a parameter is refused with the nearest one") {
  SimulationModel model;
  model.add_component(instance("room", "BuildingSpace"));
  model.add_component(constant("corridor", 20.0));
  model.add_connection("corridor.scheduleValue -> room.outdoorTemperature");
  model.add_connection("corridor.scheduleValue -> room.adjacentZoneTemperature[corridor]");
  model.set_parameter("room.R_int[coridor]", {0.02, {}});
  CHECK_THAT(message_of(validate(model, types()), "model.key_unknown"),
             Catch::Contains("did you mean 'corridor'?"));
}

TEST_CASE("keys of ports without an index set are refused") {
  SimulationModel model;
  model.add_component(instance("g", "Gain"));
  model.add_component(constant("u", 1.0));
  model.add_connection("u.scheduleValue -> g.u[k]");
  model.set_parameter("g.gain[k]", {1.0, {}});
  const Diagnostics found = validate(model, types());
  CHECK_THAT(message_of(found, "model.key_unexpected"),
             Catch::Contains("u.scheduleValue -> g.u[k]"));
  const std::string all = InputError(found).what();
  CHECK_THAT(
      all, Catch::Contains("g.gain") && Catch::Contains("this is one number, which takes no keys"));
}

// ---- counted sets --------------------------------------------------------------------------

SimulationModel splitter(int branches) {
  SimulationModel model;
  Component component = instance("s", "Splitter");
  component.config["branches"] = branches;
  model.add_component(component);
  model.add_component(constant("u", 6.0));
  model.add_connection("u.scheduleValue -> s.u");
  return model;
}

TEST_CASE("outputs over a counted set are named by number") {
  SimulationModel model = splitter(12);
  using Keyed = std::map<std::string, Quantity>;
  model.component("s").parameters["share"].value = Keyed{{"2", {2.0, {}}}, {"10", {10.0, {}}}};
  model.add_component(instance("g", "Gain"));
  model.add_connection("s.y[10] -> g.u");
  CHECK(end_of(model, "g.y") == 60.0);
  CHECK(end_of(model, "s.y[2]") == 12.0);
  CHECK(end_of(model, "s.y[12]") == 6.0);
}

TEST_CASE("an unknown or missing key of an output is refused") {
  for (const auto& [from, code] :
       {std::pair("s.y[3]", "model.key_unknown"), std::pair("s.y", "model.shape_mismatch")}) {
    SimulationModel model = splitter(2);
    model.add_component(instance("g", "Gain"));
    model.add_connection(std::string(from) + " -> g.u");
    CHECK_THAT(message_of(validate(model, types()), code), Catch::Contains("s.y"));
  }
}

TEST_CASE("a key at an output of one value is refused") {
  SimulationModel model;
  model.add_component(constant("u", 1.0));
  model.add_component(instance("g", "Gain"));
  model.add_connection("u.scheduleValue[1] -> g.u");
  CHECK_THAT(message_of(validate(model, types()), "model.key_unexpected"),
             Catch::Contains("u.scheduleValue"));
}

TEST_CASE("inputs over a counted set are connected by number") {
  SimulationModel model;
  model.add_component(instance("sum", "CountedSum"));
  model.add_component(constant("a", 1.0));
  model.add_component(constant("b", 2.0));
  model.add_connection("a.scheduleValue -> sum.u[1]");
  model.add_connection("b.scheduleValue -> sum.u[2]");
  CHECK(end_of(model, "sum.y") == 3.0);
}

TEST_CASE("a key beyond a counted set is refused") {
  SimulationModel model;
  model.add_component(instance("sum", "CountedSum"));
  model.add_component(constant("a", 1.0));
  model.add_connection("a.scheduleValue -> sum.u[1]");
  model.add_connection("a.scheduleValue -> sum.u[2]");
  model.add_connection("a.scheduleValue -> sum.u[7]");
  const Diagnostics found = validate(model, types());
  CHECK(found.has_errors());
  CHECK_THAT(message_of(found, "model.key_unknown"), Catch::Contains("sum.u"));
}

TEST_CASE("a counted set with an entry nothing feeds is refused") {
  SimulationModel model;
  model.add_component(instance("sum", "CountedSum"));
  model.add_component(constant("a", 1.0));
  model.add_connection("a.scheduleValue -> sum.u[1]");
  CHECK_THAT(message_of(validate(model, types()), "model.key_incomplete"),
             Catch::Contains("sum.u[2]"));
}

TEST_CASE("a count that is not a whole number is refused") {
  SimulationModel model = splitter(2);
  model.component("s").config["branches"] = true;
  CHECK_THAT(message_of(validate(model, types()), "model.count_invalid"),
             Catch::Contains("s.branches"));
}

TEST_CASE("initial states over a set are one number for all or one for each key") {
  using Keyed = std::map<std::string, Quantity>;
  SimulationModel model;
  Component system = instance("l", "LinearSystem");
  system.config["A"] = Table(2, 2, {0, 0, 0, 0});
  system.config["b"] = Table(2, 1, {0, 0});
  system.initial["x"] = Keyed{{"2", {5.0, {}}}};
  model.add_component(system);
  CHECK(end_of(model, "l.x[1]") == 1.0);
  CHECK(end_of(model, "l.x[2]") == 5.0);
  model.component("l").initial["x"] = Quantity{7.0, {}};
  CHECK(end_of(model, "l.x[1]") == 7.0);
}

}  // namespace
}  // namespace hearth::test::index_sets_test
