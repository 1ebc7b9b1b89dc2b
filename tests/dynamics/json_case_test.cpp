// SPDX-License-Identifier: MIT
// The reference cases that a model file can say with standard components, from their files: those
// that only integrate, and the order of evaluation.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "hearth/tests/dynamics/case_file.hpp"
#include "hearth/tests/dynamics/model_files.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace hearth::test::json_case_test {
namespace {

/// What no model file can say, by case.
const std::map<std::string, std::string> kNotInFiles{
    {"D51", "no standard component has ports in kW, kelvin or of three values"},
};

/// Systems without damping lose less with Adams' formulas at the tightest tolerance.
ContinuousRunOptions conservative() {
  ContinuousRunOptions options;
  options.simulation.integrator.method = Method::Adams;
  options.simulation.integrator.relative_tolerance = 1e-13;
  options.simulation.integrator.absolute_tolerance = 1e-15;
  return options;
}

/// Returns the ids behind the outputs of an algebraic loop.
std::set<std::string> members(const Plan& plan, const AlgebraicLoop& loop) {
  std::set<std::string> ids;
  for (const int output : loop.outputs) {
    const std::string& name = plan.signals[output].name;
    ids.insert(name.substr(0, name.rfind('.')));
  }
  return ids;
}

TEST_CASE("every reference case has a model file, or a reason why it has none") {
  const auto folder = shared_data("data/dynamics");
  if (!folder) return;
  std::set<std::string> with_file{"D52"};  // runs the model of D11
  for (const auto& entry : std::filesystem::directory_iterator(case_models())) {
    with_file.insert("D" + entry.path().filename().string().substr(1, 2));
  }
  for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
    if (entry.path().extension() != ".json") continue;
    const std::string id = entry.path().stem();
    INFO(id);
    CHECK(with_file.count(id) + kNotInFiles.count(id) == 1);
  }
}

TEST_CASE("D01 from a model file") {
  auto file = CaseFile::read("D01");
  if (!file) return;
  FileBench bench("d01_lag");
  bench.run(TimeSpan::at(file->times()));
  file->check_times([&](const std::string&, double t) { return bench.at("lag.y", t); });
  file->check_complete();
}

TEST_CASE("D02 from a model file") {
  auto file = CaseFile::read("D02");
  if (!file) return;
  FileBench bench("d02_oscillators");
  bench.run(TimeSpan::at(file->times()));
  file->check_times([&](const std::string& quantity, double t) {
    const std::string regime = quantity.substr(0, quantity.find('.'));
    return bench.at(regime + (quantity.ends_with("x1") ? "/x.y" : "/v.y"), t);
  });
  file->check_complete();
}

TEST_CASE("D03 from a model file") {
  auto file = CaseFile::read("D03");
  if (!file) return;
  FileBench bench("d03_van_der_pol");
  bench.run(TimeSpan::at(file->times()));
  file->check_times([&](const std::string& quantity, double t) {
    if (quantity.starts_with("y1")) return bench.at("y1.y", t);
    // No standard component has the angle of two inputs.
    if (quantity.starts_with("y2")) return std::atan2(bench.at("x2.y", t), bench.at("x1.y", t));
    return bench.at(quantity + ".y", t);
  });
  file->check_complete();
}

TEST_CASE("D05 from a model file") {
  auto file = CaseFile::read("D05");
  if (!file) return;
  FileBench bench("d05_coupled_oscillators", conservative());
  bench.run(TimeSpan::at(file->times()));
  file->check_times([&](const std::string& quantity, double t) {
    if (quantity == "energy") return bench.at("energy.y", t);
    return bench.at("m" + quantity.substr(1) + "/x.y", t);
  });
  file->check_complete();
}

TEST_CASE("D27 from a model file") {
  auto file = CaseFile::read("D27");
  if (!file) return;
  FileBench bench("d27_linear_loops");
  file->check_values("(a) yA, yB", {bench.value("a A.y"), bench.value("a B.y")});
  file->check_values("(b) yA, yB", {bench.value("b A.y"), bench.value("b B.y")});
  file->check_values("(c) y1, y2, y3",
                     {bench.value("c 1.y"), bench.value("c 2.y"), bench.value("c 3.y")});
  file->check_value("(d) y", bench.value("d.y"));
  std::map<char, double> sizes;  // by case
  for (const AlgebraicLoop& loop : bench.simulation.flow().loops) {
    const std::set<std::string> ids = members(bench.plan, loop);
    sizes[ids.begin()->front()] += static_cast<double>(ids.size());
  }
  CHECK(bench.simulation.flow().loops.size() == 4);
  file->check_values("loops found", {sizes['a'], sizes['b'], sizes['c'], sizes['d']});
  file->check_complete();
}

TEST_CASE("D29 from a model file, as far as it needs no cosine") {
  auto file = CaseFile::read("D29");
  if (!file) return;
  FileBench bench("d29_pump_and_pipe");
  file->check_value("(a) q_m3_per_s", bench.value("pipe.y"));
  file->check_value("(a) dp_Pa", bench.value("pump.y"));
  file->take("(b) y");
  file->check_complete();
}

TEST_CASE("D31 from a model file") {
  auto file = CaseFile::read("D31");
  if (!file) return;
  FileBench bench("d31_false_loop");
  bench.run(TimeSpan::at(file->times()));
  file->check_times([&](const std::string& quantity, double t) {
    return bench.at(quantity == "y1" ? "S/direct.y" : "S/integral.y", t);
  });
  CHECK(static_cast<int>(bench.simulation.flow().loops.size()) ==
        file->take("algebraic_loops_found").get<int>());
  file->check_complete();
}

TEST_CASE("D32 from model files, flat and nested") {
  auto file = CaseFile::read("D32");
  if (!file) return;
  FileBench flat("d32_flat"), nested("d32_nested");
  const std::vector<double> times{1.0, 3.0, 10.0};
  flat.run(TimeSpan::at(times));
  nested.run(TimeSpan::at(times));
  double worst = 0.0;
  for (const double t : times) {
    std::vector<double> x;
    for (const std::string n : {"x1", "x2", "x3"}) {
      x.push_back(flat.at(n + ".y", t));
      worst = std::max(worst, std::abs(x.back() - nested.at("loop/plant/" + n + ".y", t)));
    }
    file->check_values("x(" + std::to_string(static_cast<int>(t)) + ")", x);
  }
  file->take("max |flat - nested| over the run");
  CHECK(worst <= 1e-12);
  file->check_complete();
}

TEST_CASE("D34 from a model file") {
  auto file = CaseFile::read("D34");
  if (!file) return;
  FileBench bench("d34_chain");
  bench.run(TimeSpan::at(file->times()));
  std::vector<double> values, levels;
  for (const std::string id : {"y1", "y2", "y3", "y4", "y5"}) {
    values.push_back(bench.value(id + ".y"));
    const int slot = bench.plan.slot_of(id);
    levels.push_back(bench.simulation.flow().levels[slot]);
  }
  file->check_values("y1..y5", values);
  file->check_values("execution levels of y1..y5", levels);
  file->check_times([&](const std::string&, double t) { return bench.at("q.y", t); });
  file->take("permutations of the declaration order giving these values");  // one file is one order
  file->check_complete();
}

TEST_CASE("D35 from a model file") {
  auto file = CaseFile::read("D35");
  if (!file) return;
  SimulationModel model = model_of("d35_air_handling");
  const CompileOptions continuous{.engine = Engine::Continuous};
  const Plan plan = compile(model, standard_components(), continuous);
  const EvaluationOrder flow = make_evaluation_order(plan);
  std::vector<std::set<std::string>> found(6), expected;
  for (std::size_t slot = 0; slot < plan.instances.size(); ++slot) {
    found.at(static_cast<std::size_t>(flow.levels[slot])).insert(plan.instances[slot].id);
  }
  for (const auto& level : file->take("generations (order inside a generation free)")) {
    expected.emplace_back(level.begin(), level.end());
  }
  CHECK(found == expected);
  CHECK(flow.loops.size() == file->take("algebraic_loops").size());

  model.component("zone").config["D"] = Table(1, 2, {1.0, 1.0});
  const Plan direct = compile(model, standard_components(), continuous);
  const EvaluationOrder loops = make_evaluation_order(direct);
  REQUIRE(loops.loops.size() == 1);
  CHECK(members(direct, loops.loops[0]) ==
        file->take("with zone made feedthrough: error or loop with members")
            .get<std::set<std::string>>());
  file->check_complete();
}

/// Returns `y1<-u1` for every pair of an instance that feeds through; lone ports have no number.
std::string feedthrough(const Plan& plan, const std::string& id) {
  const auto slot = static_cast<std::size_t>(plan.slot_of(id));
  const TraceResult& trace = plan.traces[slot];
  const Slot& counts = plan.slots[slot];
  const auto port = [](char letter, int entry, int count) {
    return letter + (count == 1 ? "" : std::to_string(entry + 1));
  };
  std::string text;
  for (std::size_t output = 0; output < trace.feedthrough.size(); ++output) {
    for (const int input : trace.feedthrough[output]) {
      text += (text.empty() ? "" : ", ") + port('y', static_cast<int>(output), counts.out_count) +
              "<-" + port('u', input, counts.in_count);
    }
  }
  return text;
}

TEST_CASE("D37 from a model file") {
  auto file = CaseFile::read("D37");
  if (!file) return;
  const Plan plan =
      compile(model_of("d37_feedthrough"), standard_components(), {.engine = Engine::Continuous});
  std::vector<std::string> found;
  for (int i = 1; i <= 7; ++i) found.push_back(feedthrough(plan, "s" + std::to_string(i)));
  found[4] = found[4] == "y<-u1, y<-u2" ? "y<-u" : found[4];  // both factors are the one input
  CHECK(found == file->take("feedthrough sets (1)-(7)").get<std::vector<std::string>>());
  file->take("single-point central perturbation misses");  // describes what others do
  file->check_complete();
}

TEST_CASE("D38 from a model file, stepped in three ways") {
  auto file = CaseFile::read("D38");
  if (!file) return;
  file->check_times([&](const std::string& quantity, double t) {
    const std::string signal = quantity.ends_with("x1") ? "x1.y" : "x2.y";
    if (quantity.starts_with("monolithic")) {
      FileBench bench("d38_two_integrators", conservative());
      bench.run(TimeSpan::at({t}));
      return bench.value(signal);
    }
    RunOptions options;
    const bool jacobi = quantity.starts_with("jacobi");
    const bool fine = quantity.find("0.01") != std::string::npos;
    options.compile.coupling = jacobi ? Coupling::Jacobi : Coupling::GaussSeidel;
    options.step = std::chrono::milliseconds(fine ? 10 : 100);
    options.steps = fine ? 100 : 10;
    return run_signal(model_of("d38_two_integrators"), standard_components(), signal, options)
        .back();
  });
  file->check_complete();
}

TEST_CASE("D40 from a model file") {
  auto file = CaseFile::read("D40");
  if (!file) return;
  ContinuousRunOptions options;
  options.simulation.integrator.relative_tolerance = 1e-8;
  options.simulation.integrator.absolute_tolerance = 1e-8;
  FileBench bench("d40_wall", options);
  bench.run(TimeSpan::at(file->times()));
  file->check_times([&](const std::string& quantity, double t) {
    if (quantity.starts_with("q_in")) return bench.at("inflow.y", t);
    return bench.at("n" + quantity.substr(2) + "/T.y", t);
  });
  const IntegratorStatistics statistics = bench.simulation.statistics().integrator;
  CHECK(statistics.rates <= file->take("max_rhs_evaluations").get<long>());
  bench.run(TimeSpan::at({3e7}));
  file->check_value("steady q_in_W_per_m2", bench.value("inflow.y"));
  file->take("stiffness_ratio");  // a property of the case
  file->check_complete();
}

TEST_CASE("D45 from a model file") {
  auto file = CaseFile::read("D45");
  if (!file) return;
  FileBench bench("d45_riccati");
  const std::map<std::string, double> times{{"0.1", 0.1}, {"0.5", 0.5}, {"2", 2.0}, {"20", 20.0}};
  bench.run(TimeSpan::at({0.1, 0.5, 2.0, 20.0}));
  for (const auto& [name, t] : times) {
    file->check_values("(s11, s12, s22)(" + name + ")",
                       {bench.at("s11.y", t), bench.at("s12.y", t), bench.at("s22.y", t)});
  }
  file->check_values("algebraic solution s11, s12, s22",
                     {bench.value("s11.y"), bench.value("s12.y"), bench.value("s22.y")});
  file->check_values("K", {bench.value("K1.y"), bench.value("K2.y")});
  file->check_complete();
}

TEST_CASE("D46 from a model file, as far as it needs no cubics") {
  auto file = CaseFile::read("D46");
  if (!file) return;
  FileBench bench("d46_points");
  for (const std::string part : {"(b)", "(c)"}) {
    const std::string signal = part == "(b)" ? "previous.scheduleValue" : "linear.scheduleValue";
    file->check_times(
        [&](const std::string&, double t) {
          FileBench bench("d46_points");
          bench.simulation.advance(t);
          bench.simulation.settle();  // at a point its own value counts
          return bench.value(signal);
        },
        part);
  }
}

TEST_CASE("D47 from a model file") {
  auto file = CaseFile::read("D47");
  if (!file) return;
  std::vector<double> tenths;
  for (int k = 0; k <= 20; ++k) tenths.push_back(k / 10.0);
  FileBench to_end("d47_decay"), later("d47_decay", from(0.5)), list("d47_decay"),
      dense("d47_decay");
  to_end.run(TimeSpan::until(2.0));
  later.run(TimeSpan::until(2.5));
  list.run(TimeSpan::at(tenths));
  dense.run(TimeSpan::at({0.0, 0.37, 1.93, 2.0}));
  const std::map<char, const FileBench*> runs{
      {'a', &to_end}, {'b', &later}, {'c', &list}, {'d', &dense}};
  file->check_times(
      [&](const std::string& quantity, double t) { return runs.at(quantity[1])->at("x.y", t); });
  const Trajectory& kept = to_end.trajectory;
  file->check_values("(a) first and last stored t", {kept.time(0), kept.time(kept.rows() - 1)});
  CHECK(list.trajectory.rows() == file->take("(c) stored points").get<std::size_t>());
  file->check_complete();
}

}  // namespace
}  // namespace hearth::test::json_case_test
