// SPDX-License-Identifier: MIT
// Reference cases about matrices and stepping schemes.
#include <cmath>
#include <string>

#include <catch2/catch.hpp>

#include "hearth/framework/analysis/linearization.hpp"
#include "hearth/tests/dynamics/case_file.hpp"
#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/dynamics/systems.hpp"
#include "hearth/tests/support/given_limit.hpp"

namespace hearth::test::analysis_test {
namespace {

const Registry& types() { return dynamics_components(); }

TEST_CASE("D45: a matrix Riccati equation runs into its steady state") {
  auto file = CaseFile::read("D45");
  if (!file) return;
  SimulationModel model;
  model.add_component(instance("s", "Riccati", {{"R", file->number("R")}}));
  ContinuousBench bench(model, types());
  bench.run(TimeSpan::at({0.1, 0.5, 2.0, 20.0}));
  for (const double t : {0.1, 0.5, 2.0, 20.0}) {
    const std::string name = t == 2.0 ? "2" : t == 20.0 ? "20" : t == 0.1 ? "0.1" : "0.5";
    file->check_values("(s11, s12, s22)(" + name + ")",
                       {bench.at("s.s11", t), bench.at("s.s12", t), bench.at("s.s22", t)});
  }
  file->check_values("algebraic solution s11, s12, s22",
                     {bench.value("s.s11"), bench.value("s.s12"), bench.value("s.s22")});
  file->check_values(
      "K", {bench.value("s.s12") / file->number("R"), bench.value("s.s22") / file->number("R")});
  file->check_complete();
}

TEST_CASE("D21: zero-order hold of a system with two states") {
  auto file = CaseFile::read("D21");
  if (!file) return;
  Eigen::MatrixXd A(2, 2), B(2, 1);
  A << 0, 1, -1, -1;
  B << 0, 1;
  const DiscreteSystem held = zero_order_hold(A, B, file->number("dt"));
  file->check_values("Phi", {held.A(0, 0), held.A(0, 1), held.A(1, 0), held.A(1, 1)});
  file->check_values("Gamma", {held.B(0, 0), held.B(1, 0)});
  CHECK_THROWS_AS(zero_order_hold(A, Eigen::MatrixXd::Zero(3, 1), 1.0), InputError);
}

TEST_CASE("a system without states is held as it is") {
  for (const Eigen::Index inputs : {0, 2}) {
    const DiscreteSystem held =
        zero_order_hold(Eigen::MatrixXd(0, 0), Eigen::MatrixXd(0, inputs), 600.0);
    CHECK(held.A.size() == 0);
    CHECK(held.B.rows() == 0);
    CHECK(held.B.cols() == inputs);
  }
}

TEST_CASE("a linearisation has the derivatives of states and outputs by states and inputs") {
  // The water tank of case D42 at h = 5 m: A = -A2 sqrt(2 g h)/(2 h At), B = A1/At.
  auto file = CaseFile::read("D42");
  if (!file) return;
  SimulationModel model;
  model.add_component(instance("tank", "Tank"));
  model.set_initial("tank.h", {5.0, {}});
  model.inputs = {"tank.in.v"};
  ContinuousBench bench(model, types());
  bench.simulation.set_input(bench.plan.open_input("tank.in.v"), 19.809088823063014);
  const Linearization found = linearize(bench.simulation, {"tank.in.v"}, {"tank.h"});
  file->check_value("A", found.A(0, 0));
  file->check_value("B", found.B(0, 0));
  file->check_value("C", found.C(0, 0));
  file->check_value("D", found.D(0, 0));
  CHECK(found.states == std::vector<std::string>{"tank@h"});
}

TEST_CASE("entries of the matrices of a whole model are counted") {
  SimulationModel model;
  for (const char* id : {"c1", "c2", "c3", "c4"}) {
    model.add_component(instance(id, "Integrator"));
    model.inputs.push_back(std::string(id) + ".in.u");
  }
  ContinuousBench bench(model, types());
  CHECK(linearize(bench.simulation, {}, {}).A.size() == 16);
  const GivenLimit limit(WorkLimit::MatrixEntries, 15);
  CHECK_THROWS_WITH(linearize(bench.simulation, {}, {}),
                    Catch::Contains("--limit matrix-entries=N"));
}

TEST_CASE("D38: two coupled integrators, stepped in three ways") {
  auto file = CaseFile::read("D38");
  if (!file) return;
  SimulationModel model;
  model.add_component(instance("c1", "Integrator", {{"k", -1.0}}));
  model.add_component(instance("c2", "Integrator"));
  model.set_initial("c1.x", {1.0, {}});
  // Component 1 first: its input is cut and holds the value of the step before.
  model.add_connection({{"c2", "y", ""}, {"c1", "u", ""}, CutPin::Prefer, {}});
  model.add_connection("c1.y -> c2.u");
  file->check_times([&](const std::string& quantity, double) {
    const std::string signal = quantity.ends_with("x1") ? "c1.y" : "c2.y";
    if (quantity.starts_with("monolithic")) {
      ContinuousRunOptions options;
      options.simulation.integrator.method = Method::Adams;
      options.simulation.integrator.relative_tolerance = 1e-13;
      ContinuousBench bench(model, types(), options);
      bench.run(TimeSpan::at({1.0}));
      return bench.value(signal);
    }
    RunOptions options;
    options.compile.coupling =
        quantity.starts_with("jacobi") ? Coupling::Jacobi : Coupling::GaussSeidel;
    const bool fine = quantity.find("0.01") != std::string::npos;
    options.step = std::chrono::milliseconds(fine ? 10 : 100);
    options.steps = fine ? 100 : 10;
    return run_signal(model, types(), signal, options).back();
  });
  file->check_complete();
}

}  // namespace
}  // namespace hearth::test::analysis_test
