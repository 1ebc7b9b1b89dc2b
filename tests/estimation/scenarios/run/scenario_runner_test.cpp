// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/run/scenario_runner.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fstream>
#include <map>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/scenarios/run/case_cache.hpp"
#include "hearth/estimation/scenarios/store/internal/store_reader.hpp"
#include "hearth/tests/data/temp_folder.hpp"
#include "hearth/tests/estimation/scenarios/scenario_folder.hpp"

namespace hearth::test::scenario_runner_test {
namespace {

namespace fs = std::filesystem;

std::string bytes(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// Samples of two parameters and an initial value, a scenario of structure, one of numbers.
constexpr const char* kVaried = R"({
  "scenarios": [{"id": "base"}, {"id": "warm", "set": {"people.value": 400}},
                {"id": "heavy", "set": {"room.C": "4 MJ/K"}}],
  "sweep": {"method": "latin_hypercube", "n": 7, "seed": 3,
            "parameters": {"room.C": [1e6, 4e6], "room.R[weather]": [0.01, 0.05]}},
  "combine": "product", "record": ["room.*"],
  "period": {"warmup": "PT6H"}})";

Json varied(const char* engine) {
  Json set = office_set(kVaried);
  set["engine"] = engine;
  return set;
}

std::vector<long> all_runs(const ScenarioSet& set) {
  std::vector<long> runs(static_cast<std::size_t>(run_count(set)));
  std::iota(runs.begin(), runs.end(), 0L);
  return runs;
}

/// A place for the results of one set.
class Place {
 public:
  explicit Place(const ScenarioSet& set)
      : set_(set), layout_(store_layout(set, standard_components(), "1.0")) {}

  ScenarioOutcome run(const std::vector<long>& runs, const ScenarioOptions& options = {}) const {
    return run_scenarios(set_, standard_components(), layout_, runs, part(), options);
  }
  ScenarioOutcome run_all(const ScenarioOptions& options = {}) const {
    return run(all_runs(set_), options);
  }
  ShareState left(const Shard& shard = {}, FailedRuns failed = FailedRuns::Keep) const {
    return share_state(layout_, folder_.path(), shard, failed);
  }
  /// Returns the bytes of both tables.
  std::string tables() const {
    merge_stores(stores_in(folder_.path()), folder_.path());
    return bytes(folder_.path() / "results.csv") + bytes(folder_.path() / "results.sqlite");
  }
  std::map<std::string, std::vector<double>> series(long index) const {
    StoreReader reader(part());
    std::map<std::string, std::vector<double>> all;
    reader.series(index, [&](const StoredSeries& one) { all[one.signal] = one.values; });
    return all;
  }
  FinishedRun finished(long index) const { return StoreReader(part()).run(index); }
  const StoreLayout& layout() const { return layout_; }

 private:
  fs::path part() const { return folder_.path() / "runs.part.sqlite"; }

  const ScenarioSet& set_;
  StoreLayout layout_;
  TempFolder folder_;
};

}  // namespace

TEST_CASE("scenarios give the same bytes on any number of threads and in any order") {
  const ScenarioFolder folder;
  for (const char* engine : {"stepwise", "continuous"}) {
    INFO(engine);
    const ScenarioSet set = folder.read(varied(engine));
    REQUIRE(run_count(set) == 21);
    const Place one(set);
    const ScenarioOutcome outcome = one.run_all();
    CHECK(outcome.progress.done == 21);
    CHECK(outcome.progress.failed == 0);
    const std::string undisturbed = one.tables();
    // One thread runs eight at a time, 21 threads run each alone.
    for (const int threads : {2, 4, 21}) {
      const Place several(set);
      several.run_all({.threads = threads});
      CHECK(several.tables() == undisturbed);
    }
    // Every run follows another one than before, in the same simulation.
    const Place backwards(set);
    std::vector<long> runs = all_runs(set);
    std::reverse(runs.begin(), runs.end());
    backwards.run(runs);
    CHECK(backwards.tables() == undisturbed);
  }
}

TEST_CASE("a set reports a warning of results once, with the number of runs that have it") {
  const ScenarioFolder folder;
  const ScenarioSet set = folder.read(office_set(
      R"({"scenarios": [{"id": "base"}, {"id": "cold", "set": {"people.value": -60000}},
                        {"id": "colder", "set": {"people.value": -90000}}]})"));
  for (const int threads : {1, 2}) {
    const Place place(set);
    const ScenarioOutcome outcome = place.run_all({.threads = threads});
    CHECK(outcome.progress.failed == 0);
    std::vector<std::string> found;
    for (const Diagnostic& item : outcome.diagnostics.items()) {
      if (item.code == "simulation.value_impossible") found.push_back(to_string(item));
    }
    REQUIRE(found.size() == 1);
    CHECK_THAT(found.front(), Catch::Contains("room.temperature"));
    CHECK_THAT(found.front(), Catch::Contains("run 'cold'; 2 of 3 runs"));
  }
}

TEST_CASE("tables of a set without months do not keep the months of an earlier set") {
  const ScenarioFolder folder;
  const Json set = office_set(R"({"kpi": {"monthly": true}})");
  const ScenarioSet first = folder.read(set);
  const ScenarioSet second = folder.read(office_set("{}"));
  const auto write = [&](const ScenarioSet& one, const char* part) {
    const StoreLayout layout = store_layout(one, standard_components(), "1.0");
    run_scenarios(one, standard_components(), layout, all_runs(one), folder.path(part), {});
    merge_stores({folder.path(part)}, folder.path("tables"));
  };
  write(first, "first.sqlite");
  REQUIRE(fs::exists(folder.path("tables/monthly.csv")));
  write(second, "second.sqlite");
  CHECK_FALSE(fs::exists(folder.path("tables/monthly.csv")));
}

TEST_CASE("a set names KPIs of carriers and end uses, in the order of its table") {
  const ScenarioFolder folder;
  const ScenarioSet set = folder.read(office_set(
      R"({"kpis": ["peak_wood", "ener_heating", "ener_electricity", "ener_tot"], "kpi": {"energy":
          [{"signals": "people.scheduleValue", "carrier": "electricity", "end_use": "heating"}]}})"));
  const Place place(set);
  std::vector<std::string> names;
  for (const TableColumn& column : place.layout().kpis) names.push_back(column.name);
  CHECK(names == set.kpis);
  place.run_all();
  const std::vector<double> found = place.finished(0).kpis;
  CHECK(std::isnan(found.at(0)));
  CHECK(found.at(1) == Approx(4.8).epsilon(1e-5));  // 100 W over two days; a kWh as in BOPTEST
  CHECK(found.at(2) == found.at(1));
  CHECK(found.at(3) == found.at(1));
}

TEST_CASE("a sample gives the bits of a model with these values in its file") {
  const ScenarioFolder folder;
  for (const char* engine : {"stepwise", "continuous"}) {
    INFO(engine);
    const ScenarioSet set = folder.read(varied(engine));
    const Place place(set);
    place.run_all();
    for (const long index : {3L, 10L, 18L}) {
      const ScenarioRun run = scenario_run(set, index);
      Json model = office();
      model["components"]["room"]["parameters"]["C"] = run.values[0];
      model["components"]["room"]["parameters"]["R"]["weather"] = run.values[1];
      if (run.scenario == 1) model["components"]["people"]["config"]["value"] = 400;
      folder.write("patched.hearth.json", model.dump());
      Json alone = office_set(R"({"record": ["room.*"], "period": {"warmup": "PT6H"}})");
      alone["base"] = "patched.hearth.json";
      alone["engine"] = engine;
      const ScenarioSet patched = folder.read(alone);
      const Place other(patched);
      other.run_all();
      const auto expected = other.series(0);
      REQUIRE(expected.size() == 1);
      REQUIRE(expected.begin()->second.size() == 253);  // (48 h - 6 h) in steps of 600 s, both ends
      CHECK(place.series(index) == expected);
      CHECK(place.finished(index).kpis.size() == other.finished(0).kpis.size());
    }
  }
}

TEST_CASE("an initial value that a scenario sets is that of the model file") {
  const ScenarioFolder folder;
  const ScenarioSet set = folder.read(office_set(
      R"({"scenarios": [{"id": "base"}, {"id": "cold", "set": {"room@temperature": "285 kelvin"}}],
          "record": ["room.*"]})"));
  const Place place(set);
  place.run_all();
  const double first = place.series(1).begin()->second.front();
  CHECK(first == convert(285.0, unit::kelvin, unit::degC));
  CHECK(place.series(0).begin()->second.front() == 20.0);
}

namespace {

double value_of(const Place& place, long run, const std::string& name, const std::string& unit) {
  const std::vector<TableColumn>& columns = place.layout().kpis;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].name == name && columns[i].unit == unit) return place.finished(run).kpis.at(i);
  }
  FAIL("no column " << name << " [" << unit << "]");
  return 0.0;
}

}  // namespace

TEST_CASE("a scenario may bring signals that the base lacks, and take others away") {
  const ScenarioFolder folder;
  // Gas, or electricity: whichever the model has. People are the heater.
  const ScenarioSet set = folder.read(office_set(R"({
    "scenarios": [{"id": "gas"},
      {"id": "electric", "patch": [
        {"op": "move", "from": "/components/people", "path": "/components/heater"},
        {"op": "replace", "path": "/connections/1",
         "value": "heater.scheduleValue -> room.heatGain[people]"}]}],
    "record": ["people.scheduleValue", "heater.scheduleValue"],
    "kpi": {"floor_area": 10, "energy": [
      {"signals": "people.scheduleValue", "carrier": "gas", "end_use": "boiler"},
      {"signals": "heater.scheduleValue", "carrier": "electricity", "end_use": "heat_pump"}]}})"));
  const Place place(set);
  CHECK(place.run_all().progress.failed == 0);
  const double energy = 100.0 * 48 * 3600 * 2.77778e-7 / 10;
  for (const long run : {0L, 1L}) {
    CHECK(value_of(place, run, "ener_tot", "kWh/m2") == Approx(energy));
    CHECK(place.series(run).size() == 1);
  }
  CHECK(value_of(place, 0, "ener_gas", "kWh/m2") == Approx(energy));
  CHECK(std::isnan(value_of(place, 1, "ener_gas", "kWh/m2")));
  CHECK(std::isnan(value_of(place, 0, "pele_tot", "kW/m2")));
  CHECK(value_of(place, 1, "pele_tot", "kW/m2") == Approx(0.01));
}

TEST_CASE("models with and without a floor area have a column for each unit") {
  const ScenarioFolder folder;
  Json small = office();
  small["components"]["hall"] = {{"type", "SimpleHourlyZone"}, {"parameters", {{"A_f", 50}}}};
  small["connections"].push_back("weather.outdoorTemperature -> hall.outdoorTemperature");
  folder.write("hall.hearth.json", small.dump());
  const ScenarioSet set = folder.read(Json::parse(R"({"hearth": 1,
    "models": {"office": "office.hearth.json", "hall": "hall.hearth.json"},
    "kpi": {"energy": [{"signals": "people.scheduleValue", "carrier": "gas"}]}})"));
  const Place place(set);
  REQUIRE(place.run_all().progress.failed == 0);
  const double energy = 100.0 * 48 * 3600 * 2.77778e-7;
  CHECK(value_of(place, 0, "ener_tot", "kWh") == Approx(energy));
  CHECK(value_of(place, 1, "ener_tot", "kWh/m2") == Approx(energy / 50));
  CHECK(std::isnan(value_of(place, 1, "ener_tot", "kWh")));
}

TEST_CASE("times of a model's own period are civil time of its own site") {
  const ScenarioFolder folder;
  Json far = office();
  far["site"]["timezone"] = "America/Denver";
  folder.write("far.hearth.json", far.dump());
  const ScenarioSet set = folder.read(Json::parse(R"({"hearth": 1, "models": {
    "near": {"file": "office.hearth.json", "period": {"start": "2024-01-08", "end": "2024-01-09"}},
    "far": {"file": "far.hearth.json", "period": {"start": "2024-01-08", "end": "2024-01-09"}}}})"));
  const auto start = [&](long run) {
    return format_time(
        *scenario_case(set, scenario_run(set, run), standard_components()).period.start, Zone());
  };
  CHECK(start(0) == "2024-01-07T23:00:00+00:00");
  CHECK(start(1) == "2024-01-08T07:00:00+00:00");
}

TEST_CASE("a run that fails is kept with its reason and the others continue") {
  const ScenarioFolder folder;
  // The weather ends with the year.
  const ScenarioSet set = folder.read(office_set(
      R"({"scenarios": [{"id": "base"},
            {"id": "late", "period": {"start": "2026-01-01", "end": "2026-01-02"}},
            {"id": "heavy", "set": {"room.C": 4e6}}], "record": ["room.*"]})"));
  const Place place(set);
  const ScenarioOutcome outcome = place.run_all();
  CHECK(outcome.progress.done == 3);
  CHECK(outcome.progress.failed == 1);
  REQUIRE(outcome.failed.size() == 1);
  CHECK(outcome.failed[0].first == "late");
  CHECK(outcome.failed[0].second.find("data.") == 0);
  CHECK(outcome.failed[0].second.find(folder.path("").string()) == std::string::npos);
  CHECK(place.finished(1).failure == outcome.failed[0].second);
  CHECK(place.finished(2).failure.empty());
  CHECK(place.series(2).size() == 1);
  CHECK(place.left().left.empty());
  CHECK(place.left().failed == 1);
  CHECK(place.left({}, FailedRuns::Retry).left == std::vector<long>{1});
}

TEST_CASE("a run that fails in a pack fails alone, and the others have their own results") {
  const ScenarioFolder folder;
  Json model = office();
  // From the second hour on, the heat divides by 0 if the share is 1.
  model["components"]["share"] = Json::parse(R"json({
    "type": "Expression", "clock": {"period": 3600, "offset": 3600},
    "config": {"parameters": {"s": "0.5", "h": "1 W"}, "held": {"q": "0 W"}, "updates": {"q": "h"},
               "outputs": {"heat [W]": "q / (1 - s)"}}})json");
  model["connections"].push_back("share.heat -> room.heatGain[share]");
  folder.write("office.hearth.json", model.dump(1));
  const ScenarioSet set = folder.read(office_set(
      R"({"sweep": {"method": "grid", "parameters": {"share.s": [0, 0.2, 0.4, 0.6, 1, 2, 3, 4]}},
          "record": ["room.*"]})"));
  REQUIRE(run_count(set) == 8);
  const Place one(set);
  const ScenarioOutcome outcome = one.run_all();
  CHECK(outcome.progress.done == 8);
  REQUIRE(outcome.failed.size() == 1);
  CHECK(outcome.failed.front().second.find("simulation.not_finite") == 0);
  CHECK(one.finished(4).failure == outcome.failed.front().second);
  CHECK(one.series(3).size() == 1);
  const Place alone(set);
  alone.run_all({.threads = 8});
  CHECK(alone.tables() == one.tables());
}

TEST_CASE("runs of a pack that was stopped are run again") {
  const ScenarioFolder folder;
  const ScenarioSet set = folder.read(varied("stepwise"));
  const Place place(set);
  int asked = 0;
  const ScenarioOutcome first = place.run_all({.stop = [&asked] { return ++asked > 30; }});
  CHECK(first.stopped);
  CHECK(first.progress.done == 0);  // within the first pack
  place.run(place.left().left);
  const Place undisturbed(set);
  undisturbed.run_all();
  CHECK(place.tables() == undisturbed.tables());
}

TEST_CASE("runs that a queue distributes are taken one at a time") {
  const ScenarioFolder folder;
  const ScenarioSet set = folder.read(varied("stepwise"));
  const Place place(set);
  long next = 0, done = 0, ahead = 0;
  ScenarioOptions options;
  options.progress = [&](const ScenarioProgress& progress) {
    done = progress.done;
    return true;
  };
  options.next = [&]() -> std::optional<long> {
    ahead = std::max(ahead, next - done);
    return next++;
  };
  place.run_all(options);
  CHECK(done == 21);
  CHECK(ahead == 0);
}

TEST_CASE("what goes wrong in a run without a code fails that run alone") {
  const ScenarioFolder folder;
  const ScenarioSet set = folder.read(
      office_set(R"({"scenarios": [{"id": "odd"}, {"id": "warm", "set": {"people.value": 4}}]})"));
  const Place place(set);
  int asked = 0;
  const ScenarioOutcome outcome = place.run_all({.stop = [&asked] {
    if (++asked == 3) throw std::runtime_error("odd numbers");  // within the first run
    return false;
  }});
  CHECK(outcome.progress.done == 2);
  CHECK(outcome.progress.failed == 1);
  CHECK(place.finished(0).failure == "run.unexpected  odd numbers");
  CHECK(place.finished(1).failure.empty());
}

TEST_CASE("no run is kept of data that changed since the set was read") {
  const ScenarioFolder folder;
  folder.write("south.hearth.json", office().dump());  // models of one file read data once
  const ScenarioSet set = folder.read(Json::parse(R"({"hearth": 1, "models": {
    "north": "office.hearth.json",
    "south": {"file": "south.hearth.json", "set": {"people.value": 300}}}})"));
  const auto code = [](const auto& run) {
    try {
      run();
    } catch (const InputError& error) {
      CHECK_THAT(error.what(), Catch::Contains("weather.csv"));
      return error.code();
    }
    return std::string("nothing was thrown");
  };
  const Place place(set);
  CHECK(code([&] {
          place.run_all({.progress = [&](const ScenarioProgress& progress) {
            CHECK(progress.done == 1);
            folder.write("weather.csv", "time,t_out\n2024-01-01T00:00Z,9\n2025-01-01T00:00Z,9\n");
            return true;
          }});
        }) == "data.changed");
  CHECK(place.left().left == std::vector<long>{1});
  const Place other(set);
  CHECK(code([&] { other.run_all(); }) == "data.changed");
  CHECK(other.left().left.size() == 2);
  folder.write("weather.csv", ScenarioFolder::kWeather);
  CHECK(place.run(place.left().left).progress.failed == 0);
  CHECK(place.left().left.empty());
}

TEST_CASE("runs that fail together each say it under their own name") {
  const ScenarioFolder folder;
  Json json = office_set(
      R"({"axes": {"season": [{"id": "now"},
            {"id": "late", "period": {"start": "2026-01-01", "end": "2026-01-02"}}]},
          "sweep": {"method": "grid", "parameters": {"room.C": [1e6, 2e6, 3e6, 4e6]}}})");
  const ScenarioSet set = folder.read(json);
  const Place one(set);
  CHECK(one.run_all().progress.failed == 4);
  const Place four(set);
  four.run_all({.threads = 4});
  CHECK(four.tables() == one.tables());
}

TEST_CASE("a shard that was stopped continues") {
  const ScenarioFolder folder;
  const ScenarioSet set = folder.read(varied("stepwise"));
  const Place undisturbed(set);
  undisturbed.run_all();
  const Place place(set);
  const ScenarioOutcome first =
      place.run_all({.progress = [](const ScenarioProgress& p) { return p.done < 5; }});
  CHECK(first.stopped);
  CHECK(first.progress.done == 7);  // seven runs of one case advance together
  CHECK(place.left().left.size() == 14);
  CHECK(place.left({1, 3}).total == 7);
  CHECK(place.left({1, 3}).left == std::vector<long>{7, 10, 13, 16, 19});
  const ScenarioOutcome second = place.run(place.left().left, {.threads = 2});
  CHECK_FALSE(second.stopped);
  CHECK(second.progress.done == 14);
  CHECK(place.tables() == undisturbed.tables());
}

TEST_CASE("a run under way is given up when asked") {
  const ScenarioFolder folder;
  for (const char* engine : {"stepwise", "continuous"}) {
    const ScenarioSet set = folder.read(varied(engine));
    const Place place(set);
    std::atomic<int> asked = 0;
    const ScenarioOutcome outcome = place.run_all({.stop = [&] { return ++asked > 2; }});
    CHECK(outcome.stopped);
    CHECK(outcome.progress.done == 0);  // 288 rows: asked more often than twice within one run
    CHECK(place.left().left.size() == 21);
  }
}

TEST_CASE("a queue reports which runs are taken") {
  const ScenarioFolder folder;
  const ScenarioSet set = folder.read(varied("stepwise"));
  const Place place(set);
  long position = 0;
  place.run_all({.threads = 2, .next = [&]() -> std::optional<long> {
                   position += 2;
                   return position;
                 }});
  std::vector<long> odd;
  for (long index = 0; index < 21; ++index) {
    if (index == 0 || index % 2 == 1) odd.push_back(index);
  }
  CHECK(place.left().left == odd);
}

TEST_CASE("a case lives as long as it is used or among the last ones") {
  const ScenarioFolder folder;
  const ScenarioSet set = folder.read(office_set("{}"));
  DataResolver resolver(set.models[0].data);
  int made = 0;
  const auto make = [&] {
    ++made;
    return std::make_shared<const PreparedCase>(set, scenario_run(set, 0), standard_components(),
                                                resolver);
  };
  CaseCache cache(2);
  std::weak_ptr<const PreparedCase> first = cache.get("a", make);
  cache.get("b", make);
  cache.get("a", make);
  CHECK(made == 2);
  cache.get("c", make);
  CHECK_FALSE(first.expired());
  cache.get("d", make);
  CHECK(first.expired());
  CHECK(made == 4);
}

TEST_CASE("models of a portfolio share a table of their KPIs") {
  const ScenarioFolder folder;
  const ScenarioSet set =
      folder.read(Json::parse(R"({"hearth": 1, "models": {"north": "office.hearth.json",
        "south": {"file": "office.hearth.json", "set": {"people.value": 300}}},
        "scenarios": [{"id": "base"}], "record": ["room.*"]})"));
  const Place place(set);
  CHECK(place.layout().labels.size() == 3);
  CHECK(place.layout().labels[1].name == "model");
  place.run_all();
  CHECK(place.finished(1).words == std::vector<std::string>{"south/base", "south", "base"});
  CHECK(place.series(1).begin()->second.back() > place.series(0).begin()->second.back());
}

TEST_CASE("a run that still prepares is given up when asked") {
  const ScenarioFolder folder;
  const ScenarioSet set = folder.read(office_set("{}"));
  DataResolver resolver(set.models[0].data);
  int asked = 0;
  const auto stop = [&asked] { return ++asked > 1; };  // before the first series, not before all
  CHECK_THROWS_AS(PreparedCase(set, scenario_run(set, 0), standard_components(), resolver, stop),
                  SimulationError);
  CHECK(asked == 2);
  const Place place(set);
  const ScenarioOutcome outcome = place.run_all({.stop = [&] { return ++asked > 5; }});
  CHECK(outcome.stopped);
  CHECK(outcome.progress.failed == 0);  // no failure is kept: it is run again
  CHECK(outcome.progress.done == 0);
  CHECK(place.left().left == all_runs(set));
}

TEST_CASE("variants of a model give what each gives alone") {
  const ScenarioFolder folder;
  Json set = Json::parse(R"({"hearth": 1, "record": ["room.temperature"], "models": {
    "a": {"file": "office.hearth.json", "set": {"room.C": "2 MJ/K"}},
    "b": {"file": "office.hearth.json", "set": {"room.C": "9 MJ/K"}}}})");
  const ScenarioSet both = folder.read(set);
  set["models"].erase("a");
  const ScenarioSet alone = folder.read(set);
  const Place place(both), single(alone);
  place.run_all();
  single.run_all();
  CHECK(place.finished(1).failure.empty());
  CHECK(place.series(1) == single.series(0));
  CHECK(place.series(0) != place.series(1));
}

}  // namespace hearth::test::scenario_runner_test
