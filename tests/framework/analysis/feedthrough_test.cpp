// SPDX-License-Identifier: MIT
#include <cmath>
#include <memory>

#include <catch2/catch.hpp>

#include "hearth/framework/analysis/feedthrough_check.hpp"
#include "hearth/framework/component/bind.hpp"
#include "hearth/framework/component/stepper.hpp"
#include "hearth/tests/dynamics/case_file.hpp"
#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/dynamics/systems.hpp"

namespace hearth::test::feedthrough_test {
namespace {

/// y = 2 u behind the back of every scalar but double, z = u
template <class T>
struct Hiding {
  struct In {
    T u, v;
  };
  struct Out {
    T y, z;
  };
  static constexpr Schema schema() {
    return Schema("Hides an input from tracing")
        .in(&In::u, "u", unit::one, "Hidden in y", open(0.0))
        .in(&In::v, "v", unit::one, "Open", open(0.0))
        .out(&Out::y, "y", unit::one, "2 u + v")
        .out(&Out::z, "z", unit::one, "u");
  }
  static void outputs(const In& u, Out& y) {
    y.y = u.v;
    if constexpr (std::is_same_v<T, double>) y.y = 2.0 * u.u + u.v;
    y.z = u.u;
  }
};

/// y = u + the number of calls
template <class T>
struct Counting {
  struct In {
    T u;
  };
  struct Out {
    T y;
  };
  static constexpr Schema schema() {
    return Schema("Remembers where it must not")
        .in(&In::u, "u", unit::one, "Input", open(0.0))
        .out(&Out::y, "y", unit::one, "u + n");
  }
  static void outputs(const In& u, Out& y) {
    static double calls = 0.0;
    calls += 1.0;
    y.y = u.u + T(calls);
  }
};

class Still final : public Stepper {
 public:
  void start(double, const double*, const double*) override {}
  void step(double, double, const double*) override {}
  void outputs(double* values) override { values[0] = 0.0; }
};

const Registry& types() {
  static const Registry registry = [] {
    std::vector<ComponentType> all;
    all.push_back(stepping_type("Still", "Only steps", {{Role::Output, "y"}},
                                [](const std::string&) { return std::make_unique<Still>(); }));
    all.push_back(bind<Hiding>("Hiding"));
    all.push_back(bind<Counting>("Counting"));
    for (const auto& [name, type] : dynamics_components().types()) all.push_back(type);
    return Registry(std::move(all));
  }();
  return registry;
}

/// One component `c` with all its inputs open, ready to be checked.
struct Lone {
  explicit Lone(const Component& component)
      : model([&] {
          SimulationModel made;
          made.add_component(component);
          for (const Field& field : types().find(component.type)->schema) {
            if (field.role != Role::Input) continue;
            made.inputs.push_back("c.in." + std::string(field.name));
          }
          return made;
        }()),
        plan(compile(model, types(), {.engine = Engine::Continuous})),
        inputs(resolve_inputs(plan, ContinuousBench::request({}))) {}
  FeedthroughReport check(const FeedthroughOptions& options = {}) const {
    return check_feedthrough(plan, inputs, "c", options);
  }

  SimulationModel model;
  Plan plan;
  RunInputs inputs;
};

Lone lone(const std::string& type,
          const std::vector<std::pair<std::string, double>>& parameters = {}) {
  return Lone(instance("c", type, parameters));
}

/// Returns `output<-input` for every pair that is of a kind.
std::string pairs(const FeedthroughReport& report, bool FeedthroughPair::*kind) {
  std::string text;
  for (const FeedthroughPair& pair : report.pairs) {
    if (!(pair.*kind)) continue;
    text += (text.empty() ? "" : ", ") + pair.output.substr(2) + "<-" + pair.input;
  }
  return text;
}

/// Whether a central difference at one point shows that an output depends on an input.
bool seen_at_one_point(const Component& component, const std::vector<double>& point) {
  const Lone bench(component);
  ContinuousSimulation simulation(bench.plan, bench.inputs);
  simulation.initialize();
  const auto output = [&](std::size_t moved, double by) {
    for (std::size_t k = 0; k < point.size(); ++k) {
      simulation.set_input(bench.plan.open_input(bench.model.inputs[k]),
                           point[k] + (k == moved ? by : 0.0));
    }
    std::vector<double> none(1);
    simulation.rates(none.data());
    return simulation.value(bench.plan.signal("c.y"));
  };
  for (std::size_t k = 0; k < point.size(); ++k) {
    if (output(k, 1e-3) != output(k, -1e-3)) return true;
  }
  return false;
}

TEST_CASE("D37: direct feedthrough is seen at several points where a single one misses it") {
  auto file = CaseFile::read("D37");
  if (!file) return;
  const std::vector<Component> systems{
      instance("c", "Gain", {{"k", 3.0}}),
      instance("c", "Integrator"),
      instance("c", "MixedOutputs"),
      instance("c", "Saturation"),
      instance("c", "Square"),
      instance("c", "PairProduct"),
      instance("c", "Gain", {{"k", 0.0}}),
  };
  const auto sets = file->take("feedthrough sets (1)-(7)").get<std::vector<std::string>>();
  REQUIRE(sets.size() == systems.size());
  for (std::size_t i = 0; i < systems.size(); ++i) {
    INFO("(" << i + 1 << ") " << systems[i].type);
    const FeedthroughReport report = Lone(systems[i]).check();
    CHECK(pairs(report, &FeedthroughPair::seen) == sets[i]);
    CHECK_FALSE(report.diagnostics.has_errors());
    // Tracing knows all of it, and y = 0 u too: the gain is a parameter.
    CHECK(pairs(report, &FeedthroughPair::traced) == (i == 6 ? "y<-u" : sets[i]));
    CHECK(report.diagnostics.items().size() == (i == 6 ? 1 : 0));
  }
  CHECK(Lone(systems[6]).check().diagnostics.items()[0].code == "feedthrough.unseen");
  const auto missed =
      file->take("single-point central perturbation misses").get<std::vector<std::string>>();
  std::vector<std::string> found;
  if (!seen_at_one_point(systems[3], {5.0})) found.emplace_back("(4)");
  if (!seen_at_one_point(systems[4], {0.0})) found.emplace_back("(5)");
  if (!seen_at_one_point(systems[5], {0.0, 0.0})) found.emplace_back("(6)");
  CHECK(found == missed);
  CHECK(seen_at_one_point(systems[0], {0.0}));
  file->check_complete();
}

TEST_CASE("an input that a component hides from tracing is an error with its place") {
  const FeedthroughReport report = lone("Hiding").check();
  CHECK(pairs(report, &FeedthroughPair::traced) == "y<-v, z<-u");
  CHECK(pairs(report, &FeedthroughPair::seen) == "y<-u, y<-v, z<-u");
  REQUIRE(report.diagnostics.items().size() == 1);
  const Diagnostic& error = report.diagnostics.items()[0];
  CHECK(error.severity == Severity::Error);
  CHECK(error.code == "feedthrough.missed");
  CHECK(error.where.component == "c");
  CHECK(error.where.port == "y");
  CHECK_THAT(error.message, Catch::Contains("input u"));
}

TEST_CASE("outputs that are not a function of their arguments are an error") {
  const FeedthroughReport report = lone("Counting").check();
  REQUIRE(report.diagnostics.items().size() == 1);
  CHECK(report.diagnostics.items()[0].code == "feedthrough.not_repeatable");
  CHECK(report.pairs.empty());
}

TEST_CASE("what tracing found stays in the plan, whatever is seen") {
  const Lone zero = lone("Gain", {{"k", 0.0}});
  const std::vector<std::vector<int>> before = zero.plan.traces[0].feedthrough;
  (void)zero.check();
  CHECK(zero.plan.traces[0].feedthrough == before);
  CHECK(before == std::vector<std::vector<int>>{{0}});
}

TEST_CASE("a check repeats itself for a seed, and one point sees less than many") {
  const Lone product = lone("PairProduct");
  CHECK(pairs(product.check({.seed = 5}), &FeedthroughPair::seen) ==
        pairs(product.check({.seed = 5}), &FeedthroughPair::seen));
  // The first point has all inputs at 0: u1 u2 is 0 wherever one of them is moved to.
  CHECK(pairs(product.check({.points = 1}), &FeedthroughPair::seen).empty());
  CHECK(pairs(product.check({.points = 1}), &FeedthroughPair::traced) == "y<-u1, y<-u2");
  for (const auto& options : {FeedthroughOptions{.points = 0}, FeedthroughOptions{.moves = 0}}) {
    CHECK_THROWS_AS(product.check(options), InputError);
  }
  CHECK_THROWS_AS(check_feedthrough(product.plan, product.inputs, "d"), ModelError);
}

TEST_CASE("a component that only steps has nothing to check") {
  try {
    (void)lone("Still").check();
    FAIL("no error");
  } catch (const InputError& error) {
    CHECK(error.code() == "feedthrough.no_equations");
  }
}

TEST_CASE("entries of an index set are distinguished by their keys") {
  SimulationModel model;
  model.add_component(instance("a", "Lag"));
  model.add_component(instance("b", "Lag"));
  model.add_component(instance("sum", "Sum"));
  model.add_connection("a.y -> sum.u[north]");
  model.add_connection("b.y -> sum.u[south]");
  const Plan plan = compile(model, types(), {.engine = Engine::Continuous});
  const RunInputs inputs = resolve_inputs(plan, ContinuousBench::request({}));
  const FeedthroughReport report = check_feedthrough(plan, inputs, "sum");
  REQUIRE(report.pairs.size() == 2);
  CHECK(report.pairs[0].input == "u[north]");
  CHECK(report.pairs[1].input == "u[south]");
  CHECK((report.pairs[0].seen && report.pairs[1].seen));
}

TEST_CASE("components of the library hide no input from tracing") {
  const auto type = GENERATE(as<std::string>(), "BuildingSpace", "Damper", "DeadBand", "Gain",
                             "Integrator", "Lag", "Oscillator", "PipeCurve", "PumpCurve", "Relay",
                             "Saturation", "SpaceHeater", "Tank", "TwoPoint", "Valve", "WallNode");
  SimulationModel model;
  model.add_component(instance("c", type));
  for (const Field& field : types().find(type)->schema) {
    if (field.role != Role::Input || field.many) continue;
    model.inputs.push_back("c.in." + std::string(field.name));
  }
  const Plan plan = compile(model, types(), {.engine = Engine::Continuous});
  const RunInputs inputs = resolve_inputs(plan, ContinuousBench::request({}));
  const FeedthroughReport report = check_feedthrough(plan, inputs, "c");
  INFO(type << ": " << message_of(report.diagnostics, "feedthrough.missed"));
  CHECK_FALSE(report.diagnostics.has_errors());
}

}  // namespace
}  // namespace hearth::test::feedthrough_test
