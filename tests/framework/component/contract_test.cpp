// SPDX-License-Identifier: MIT
// What the author of a component may write: shown members, nested structs, roles of many members.
#include <algorithm>
#include <limits>
#include <map>
#include <string>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/component/bind.hpp"
#include "hearth/framework/component/parts.hpp"
#include "hearth/framework/run/run.hpp"
#include "hearth/tests/support/simulate.hpp"
#include "hearth/tests/support/test_components.hpp"

namespace hearth::test::contract_test {
namespace {

/// A number and its slope.
template <class T>
struct Pair {
  T value, slope;
};

template <FixedText stem>
constexpr std::array<MemberPart, 2> pair() {
  return {{{joined_text<stem, "Value">, unit::one, "Value", {3.0, 0.0, 10.0}, true},
           {joined_text<stem, "Slope">, unit::one, "Slope", {0.5, -1.0, 1.0}, true}}};
}

/// Shows an input, states and held values, single ones and over a set; has nested structs in three
/// roles.
template <class T>
struct Showing {
  struct In {
    T level;
    Pair<T> single;
    Many<T> rate;
    Pair<Many<T>> each;
  };
  struct Params {
    T first;
    Pair<T> curve;
    T last;
  };
  struct State {
    T a;
    Many<T> content;
  };
  struct Held {
    T samples;
  };
  struct Out {
    T sum;
    Pair<T> doubled;
  };

  static constexpr Schema schema() {
    return Schema("Shows what it holds")
        .in(&In::level, "level", unit::one, "Level", open(2.0), shown())
        .in(&In::single, pair<"single">())
        .in(&In::rate, "rate", unit::one, "Rate", over("stream"))
        .in(&In::each, pair<"each">(), over("stream"))
        .par(&Params::first, "first", unit::one, {1.0, 0.0, 5.0}, "Before the curve")
        .par(&Params::curve, pair<"curve">())
        .par(&Params::last, "last", unit::one, {7.0, 0.0, 9.0}, "After the curve")
        .state(&State::content, "content", unit::one, {4.0}, "Of a stream", over("stream"), shown())
        .state(&State::a, "a", unit::one, {1.0}, "Sum of all", shown())
        .held(&Held::samples, "samples", unit::one, {0.0}, "Taken so far", shown())
        .out(&Out::sum, "sum", unit::one, "Sum of parameters")
        .out(&Out::doubled, pair<"doubled">());
  }
  static void update(Held& h) { h.samples = h.samples + 1.0; }
  static void derivatives(const In& u, State& dx) {
    dx.a = T(0.0);
    for (int i = 0; i < u.rate.size(); ++i) {
      dx.a += u.rate[i];
      dx.content[i] = u.rate[i] * u.each.slope[i];
    }
  }
  static void outputs(const In& u, const Params& p, Out& y) {
    y.sum = p.first + 10.0 * p.curve.value + 100.0 * p.curve.slope + 1000.0 * p.last;
    y.doubled = {2.0 * u.single.value, 2.0 * u.single.slope};
  }
};

/// 48 parameters, more than any component has.
template <class T>
struct Wide {
  struct Params {
    T a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7;
    T c0, c1, c2, c3, c4, c5, c6, c7, d0, d1, d2, d3, d4, d5, d6, d7;
    T e0, e1, e2, e3, e4, e5, e6, e7, f0, f1, f2, f3, f4, f5, f6, f7;
  };
};
static_assert(member_count<Wide<double>::Params> == 48);
static_assert(member_count<Showing<double>::In> == 6);
static_assert(joined_text<"supplyAir", "Temperature"> == "supplyAirTemperature");

Registry types() {
  std::vector<ComponentType> own;
  own.push_back(bind<Showing>("Showing"));
  return with_standard_components(std::move(own));
}

SimulationModel two_streams() {
  SimulationModel model;
  model.add_component(instance("s", "Showing"));
  model.add_component(constant("slow", 1e-3));
  model.add_component(constant("fast", 2e-3));
  model.add_component(constant("gain", 3.0));
  model.add_connection("slow.scheduleValue -> s.rate[a]");
  model.add_connection("fast.scheduleValue -> s.rate[b]");
  model.add_connection("gain.scheduleValue -> s.eachSlope[b]");
  return model;
}

}  // namespace

TEST_CASE("shown members are outputs with the values of the members") {
  const Registry registry = types();
  for (const Engine engine : {Engine::Stepwise, Engine::Continuous}) {
    RunSettings settings;
    settings.period = {Instant{}, Instant{} + std::chrono::hours(1), std::chrono::minutes(10)};
    settings.compile.engine = engine;
    settings.record = {"s.*"};
    Run run(two_streams(), registry, settings);
    const Results results = run.to_end();
    std::vector<std::string> names;
    for (const Signal& signal : results.signals) names.push_back(signal.name);
    CHECK(names.size() == 8);
    const auto at = [&](long row, const std::string& name) {
      const auto found = std::find(names.begin(), names.end(), "s." + name);
      REQUIRE(found != names.end());
      return results.row(row)[found - names.begin()];
    };
    CHECK(at(0, "content[a]") == 4.0);
    CHECK(at(0, "a") == 1.0);
    CHECK(at(6, "level") == 2.0);
    CHECK(at(6, "content[a]") == Approx(4.0 + 3600 * 1e-3 * 0.5).epsilon(1e-12));  // slope open
    CHECK(at(6, "content[b]") == Approx(4.0 + 3600 * 2e-3 * 3.0).epsilon(1e-12));
    CHECK(at(6, "a") == Approx(1.0 + 3600 * 3e-3).epsilon(1e-12));
    CHECK(at(6, "samples") >= 6.0);
    CHECK(at(6, "sum") == 1.0 + 30.0 + 50.0 + 7000.0);
    CHECK(at(6, "doubledValue") == 6.0);
    CHECK(at(6, "doubledSlope") == 1.0);
  }
}

TEST_CASE("members of nested structs are set, bounded and named like others") {
  const Registry registry = types();
  const SchemaView& schema = registry.find("Showing")->schema;
  CHECK(schema.find(Role::Parameter, "curveSlope")->member == 2);
  CHECK(schema.find(Role::Parameter, "last")->member == 3);
  CHECK(schema.find(Role::Output, "doubledSlope")->range.value == 0.0);
  SimulationModel model = two_streams();
  model.set_parameter("s.curveValue", {4.0, {}});
  model.set_parameter("s.last", {0.0, {}});
  CHECK(run_signal(model, registry, "s.sum", {.steps = 1}).back() == 1.0 + 40.0 + 50.0);
  model.set_parameter("s.curveSlope", {2.0, {}});
  CHECK_FALSE(message_of(validate(model, registry), "model.out_of_range").empty());
}

/// Two parameters and a configuration.
template <class T>
struct Limits {
  struct Params {
    T lower, upper;
  };
  struct Config {
    int count;
  };
  struct Out {
    T sum;
  };

  static constexpr Schema schema(double standard = 1.0, std::string_view name = "upper",
                                 std::string_view count = "count") {
    return Schema("Two limits")
        .par(&Params::lower, "lower", unit::one, {0.0, -1.0, 1.0}, "Lower")
        .par(&Params::upper, name, unit::one, {standard, 0.0, 2.0}, "Upper")
        .config(&Config::count, count, {1.0, 0.0, 9.0}, "Count")
        .out(&Out::sum, "sum", unit::one, "Sum");
  }
};

TEST_CASE("a default out of its range does not compile") {
  STATIC_REQUIRE(Limits<double>::schema().view().defaults_in_range());
  STATIC_REQUIRE_FALSE(Limits<double>::schema(2.5).view().defaults_in_range());
  STATIC_REQUIRE_FALSE(
      Limits<double>::schema(std::numeric_limits<double>::quiet_NaN()).view().defaults_in_range());
}

TEST_CASE("two members of one name do not compile") {
  STATIC_REQUIRE(Limits<double>::schema().view().names_unique());
  STATIC_REQUIRE_FALSE(Limits<double>::schema(1.0, "lower").view().names_unique());
  STATIC_REQUIRE_FALSE(Limits<double>::schema(1.0, "upper", "lower").view().names_unique());
  STATIC_REQUIRE(
      Limits<double>::schema(1.0, "sum").view().names_unique());  // an output of that name
}

TEST_CASE("parameters of a component that contradict each other are refused with both values") {
  const auto error = [](const std::map<std::string, double>& parameters) {
    SimulationModel model;
    Component component;
    component.id = "part";
    component.type = "Saturation";
    for (const auto& [name, value] : parameters) {
      component.parameters[name].value = Quantity{value, std::nullopt};
    }
    model.add_component(component);
    Component source;
    source.id = "source";
    source.type = "Schedule";
    source.config["value"] = SeriesSpec{1.0, {}};
    model.add_component(source);
    model.add_connection("source.scheduleValue -> part.u");
    try {
      compile(model, standard_components());
    } catch (const ModelError& error) {
      return to_string(error.diagnostics().items().front());
    }
    return std::string();
  };
  const std::string contradicts = error({{"lower", 2.0}});
  CHECK_THAT(contradicts, Catch::Contains("model.parameters_contradict"));
  CHECK_THAT(contradicts, Catch::Contains("lower is 2"));
  CHECK_THAT(contradicts, Catch::Contains("upper is 1"));
  CHECK_THAT(contradicts, Catch::Contains("part"));
  CHECK(error({{"lower", 1.0}}).empty());  // may be equal
  CHECK(error({{"lower", -2.0}, {"upper", -1.0}}).empty());
}

}  // namespace hearth::test::contract_test
