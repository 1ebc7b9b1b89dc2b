// SPDX-License-Identifier: MIT
// The continuous engine compared with handwritten programs on CVODE at equal tolerances, with the
// numbers of evaluations of the right-hand side and the errors of both.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "hearth/bench/benchmarks.hpp"
#include "hearth/bench/raw_cvode.hpp"
#include "hearth/framework/analysis/trajectory.hpp"
#include "hearth/framework/continuous/continuous_simulation.hpp"
#include "hearth/tests/dynamics/case_models.hpp"
#include "hearth/tests/dynamics/systems.hpp"

namespace hearth::bench {
namespace {

using nlohmann::json;

std::optional<json> case_file(const std::string& id) {
  const char* shared = std::getenv("HEARTH_SHARED");
  const std::filesystem::path root =
      shared != nullptr ? std::filesystem::path(shared)
                        : std::filesystem::path(HEARTH_SOURCE_DIR) / ".." / "shared";
  std::ifstream file(root / "data/dynamics" / (id + ".json"));
  if (file) return json::parse(file);
  std::fprintf(stderr, "%s: the reference data is absent (set HEARTH_SHARED)\n", id.c_str());
  return std::nullopt;
}

/// An expected value of the case: a state by its number in both runs.
struct Expected {
  double time;  ///< s
  std::size_t state;
  double value;
};

/// A case for both programs.
struct Contest {
  std::string name;
  SimulationModel model;
  std::vector<std::string> signals;  ///< the states, in the order of the raw program
  std::function<RawRun(const std::vector<double>&, const Tolerances&)> raw;
  Tolerances tolerances;  ///< tolerances of the integration
  std::vector<Expected> expected;
  std::vector<double> events;  ///< s, the first expected events
  json allowed;                ///< tolerances of the case
  std::vector<double> times;   ///< s, recorded by both programs

  /// Returns the contest with that number of equidistant rows in addition.
  Contest with_rows(int rows) const {
    Contest more = *this;
    for (int i = 1; i <= rows; ++i) more.times.push_back(times.back() * i / rows);
    std::sort(more.times.begin(), more.times.end());
    more.times.erase(std::unique(more.times.begin(), more.times.end()), more.times.end());
    return more;
  }
  std::size_t row(double time) const {
    return static_cast<std::size_t>(std::lower_bound(times.begin(), times.end(), time) -
                                    times.begin());
  }
};

/// A run of Hearth from a compiled model to its recorded rows.
class HearthRun {
 public:
  explicit HearthRun(const Contest& contest)
      : contest_(contest),
        plan_(compile(contest.model, test::dynamics_components(), {.engine = Engine::Continuous})),
        inputs_(resolve_inputs(plan_, request())),
        simulation_(plan_, inputs_, options(contest)) {
    for (const std::string& signal : contest.signals) cells_.push_back(plan_.signal(signal));
  }

  void run() {
    simulation_.reset();
    simulation_.initialize();
    trajectory_.emplace(signals_of(plan_, cells_));
    hearth::run(simulation_, TimeSpan::at(contest_.times), cells_, *trajectory_);
  }
  std::vector<double> states() const {
    std::vector<double> values;
    for (std::size_t row = 0; row < trajectory_->rows(); ++row) {
      for (std::size_t s = 0; s < cells_.size(); ++s) values.push_back(trajectory_->value(row, s));
    }
    return values;
  }
  std::vector<double> events() const {
    std::vector<double> times;
    for (const EventRecord& event : simulation_.events()) times.push_back(event.time);
    return times;
  }
  IntegratorStatistics statistics() const { return simulation_.statistics().integrator; }

 private:
  static RunRequest request() {
    RunRequest request;
    request.period = {{}, Instant{std::chrono::minutes(10)}, std::chrono::minutes(10)};
    return request;
  }
  static ContinuousOptions options(const Contest& contest) {
    ContinuousOptions options;
    options.integrator.relative_tolerance = contest.tolerances.relative;
    options.integrator.absolute_tolerance = contest.tolerances.absolute;
    return options;
  }

  const Contest& contest_;
  Plan plan_;
  RunInputs inputs_;
  ContinuousSimulation simulation_;
  std::vector<int> cells_;
  std::optional<Trajectory> trajectory_;
};

/// Returns the largest error divided by the tolerance of the case; above 1 the run fails the case.
/// `states` contains a row for each recorded time.
double worst_share(const Contest& contest, const std::vector<double>& states,
                   const std::vector<double>& events) {
  const double relative = contest.allowed.value("rtol", 0.0);
  const double absolute = contest.allowed.value("atol", 0.0);
  double worst = 0.0;
  for (const Expected& e : contest.expected) {
    const double value = states[contest.row(e.time) * contest.signals.size() + e.state];
    worst = std::max(worst, std::abs(value - e.value) / (absolute + relative * std::abs(e.value)));
  }
  if (events.size() < contest.events.size()) return INFINITY;
  for (std::size_t i = 0; i < contest.events.size(); ++i) {
    worst = std::max(worst, std::abs(events[i] - contest.events[i]) /
                                contest.allowed["event_time_atol"].get<double>());
  }
  return worst;
}

void report(benchmark::State& state, long rates, std::size_t events, double error) {
  state.counters["f"] = static_cast<double>(rates);
  state.counters["events"] = static_cast<double>(events);
  state.counters["error"] = error;
}

void add_contest(const Contest& given, const std::string& size) {
  const auto contest = std::make_shared<const Contest>(given);
  const Lazy<HearthRun> hearth([contest] { return std::make_unique<HearthRun>(*contest); });
  benchmark::RegisterBenchmark(("continuous/hearth/" + size).c_str(), [contest, hearth](
                                                                          benchmark::State& state) {
    for (auto _ : state) hearth->run();
    report(state, hearth->statistics().rates, hearth->events().size(),
           worst_share(*contest, hearth->states(), hearth->events()));
  })->Unit(benchmark::kMillisecond);
  add("continuous/with_compiling/" + size, [contest] {
    HearthRun(*contest).run();
  })->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark(("continuous/by_hand/" + size).c_str(), [contest](benchmark::State&
                                                                                     state) {
    RawRun run;
    for (auto _ : state) run = contest->raw(contest->times, contest->tolerances);
    report(state, run.rates, run.events.size(), worst_share(*contest, run.states, run.events));
  })->Unit(benchmark::kMillisecond);
}

/// Adds contests at tolerances that satisfy the case, with its own rows and with many. If neither
/// program satisfies it, also adds contests at the tolerances of the case.
void add_contests(const Contest& contest) {
  add_contest(contest, contest.name);
  add_contest(contest.with_rows(1000), contest.name + "_in_1000_rows");
  Contest loose = contest;
  loose.tolerances = {contest.allowed["rtol"], contest.allowed["atol"]};
  add_contest(loose, contest.name + "_at_its_tolerances");
}

/// Takes the times and values of states from a case; `state_of` returns their number or -1.
void take_expected(const json& file, const std::function<int(const std::string&)>& state_of,
                   Contest& contest) {
  for (const json& entry : file["expected"]) {
    if (entry.contains("t")) contest.times.push_back(entry["t"]);
  }
  std::sort(contest.times.begin(), contest.times.end());
  contest.times.erase(std::unique(contest.times.begin(), contest.times.end()), contest.times.end());
  for (const json& entry : file["expected"]) {
    const int state = entry.contains("t") ? state_of(entry["quantity"]) : -1;
    if (state < 0) continue;
    contest.expected.push_back({entry["t"], static_cast<std::size_t>(state), entry["value"]});
  }
  contest.allowed = file["tolerance"];
}

void van_der_pol() {
  const auto file = case_file("D03");
  if (!file) return;
  const json &p = (*file)["parameters"], &start = (*file)["initial_state"];
  const RawVanDerPol raw{p["mu"], start["x1"], start["x2"]};
  Contest contest{"D03", test::van_der_pol(p, start), {"o.x1", "o.x2"}, {}, {}, {}, {}, {}, {}};
  contest.raw = [raw](const auto& times, const Tolerances& t) { return raw.run(times, t); };
  contest.tolerances = {1e-11, 1e-13};
  take_expected(
      *file, [](const std::string& q) { return q == "x1"   ? 0
                                               : q == "x2" ? 1
                                                           : -1; }, contest);
  add_contests(contest);
}

void thermostat() {
  const auto file = case_file("D11");
  if (!file) return;
  const json &p = (*file)["parameters"], &start = (*file)["initial_state"];
  const RawThermostat raw{p["C"],     p["R"],      p["P"],     p["Ta"],
                          p["T_low"], p["T_high"], start["T"], start["s"].get<double>()};
  Contest contest{"D11", test::thermostat(p, start), {"room.T", "room.E"}, {}, {}, {}, {}, {}, {}};
  contest.raw = [raw](const auto& times, const Tolerances& t) { return raw.run(times, t); };
  contest.tolerances = {1e-10, 1e-10};
  take_expected(
      *file, [](const std::string& q) { return q == "T" ? 0 : -1; }, contest);
  for (const json& entry : (*file)["expected"]) {
    if (entry["quantity"] == "switch_times_first_8")
      contest.events = entry["values"].get<std::vector<double>>();
    if (entry["quantity"] == "energy_J")
      contest.expected.push_back({contest.times.back(), 1, entry["value"]});
  }
  add_contests(contest);
}

RawWall raw_wall(const json& p, const json& inputs) {
  const auto number = [&](const char* name) { return p[name].get<double>(); };
  const auto n = p["N"].get<std::size_t>();
  const double dx = number("thickness") / static_cast<double>(n), k = number("k");
  RawWall raw{std::vector<double>(n, number("rho") * number("cp") * dx),
              std::vector<double>(n + 1, k / dx), inputs["To"], inputs["Ti"], 20.0};
  raw.capacity.front() /= number("first_node_C_divisor");
  raw.conductance.front() = 1.0 / (1.0 / number("h_out") + dx / (2.0 * k));
  raw.conductance.back() = 1.0 / (1.0 / number("h_in") + dx / (2.0 * k));
  return raw;
}

std::vector<std::string> wall_nodes(const RawWall& raw) {
  std::vector<std::string> signals;
  for (std::size_t i = 1; i <= raw.capacity.size(); ++i) {
    signals.push_back((i < 10 ? "n0" : "n") + std::to_string(i) + ".T");
  }
  return signals;
}

void wall() {
  const auto file = case_file("D40");
  if (!file) return;
  const json &p = (*file)["parameters"], &inputs = (*file)["inputs"];
  const RawWall raw = raw_wall(p, inputs);
  Contest contest{"D40", test::wall(p, inputs), wall_nodes(raw), {}, {}, {}, {}, {}, {}};
  contest.raw = [raw](const auto& times, const Tolerances& t) { return raw.run(times, t); };
  contest.tolerances = {1e-8, 1e-8};
  take_expected(
      *file,
      [](const std::string& q) { return q.starts_with("T_") ? std::stoi(q.substr(2)) - 1 : -1; },
      contest);
  add_contests(contest);
}

/// The wall of D40 in 2000 nodes over a day, against CVODE with KLU. The expected values are those
/// of a run by hand at tight tolerances.
void chain() {
  const auto file = case_file("D40");
  if (!file) return;
  json p = (*file)["parameters"];
  p["N"] = 2000;
  RawWall raw = raw_wall(p, (*file)["inputs"]);
  Contest contest{"chain", test::wall(p, (*file)["inputs"]), wall_nodes(raw), {}, {}, {}, {}, {},
                  {}};
  contest.times = {600.0, 3600.0, 21600.0, 86400.0};
  contest.allowed = (*file)["tolerance"];
  contest.tolerances = {1e-8, 1e-8};
  const RawRun precise = raw.run(contest.times, {1e-12, 1e-12});
  for (const double time : contest.times) {
    for (const std::size_t node : {std::size_t{0}, std::size_t{999}, std::size_t{1999}}) {
      contest.expected.push_back(
          {time, node, precise.states[contest.row(time) * raw.capacity.size() + node]});
    }
  }
  raw.sparse = true;
  contest.raw = [raw](const auto& times, const Tolerances& t) { return raw.run(times, t); };
  add_contest(contest, contest.name);
}

}  // namespace

void register_continuous() {
  van_der_pol();
  thermostat();
  wall();
  chain();
}

}  // namespace hearth::bench
