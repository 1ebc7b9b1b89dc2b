// SPDX-License-Identifier: MIT
// The work around the steps: recording, compiling and reading.

#include <memory>
#include <string>
#include <vector>

#include "hearth/bench/benchmarks.hpp"
#include "hearth/bench/prepared.hpp"
#include "hearth/framework/run/signal_patterns.hpp"
#include "hearth/ontology/model_files/model_json.hpp"

namespace hearth::bench {
namespace {

class RecordedDay {
 public:
  explicit RecordedDay(bool all) : run_(rooms(10), standard_components(), settings()) {
    if (all) cells_ = all_signals(run_.plan());
  }
  void run_day() {
    run_.record(cells_);
    run_.start();
    run_.to_end();
  }

 private:
  static RunSettings settings() {
    RunSettings settings;
    settings.period = request(kStepsOfDay).period;
    settings.resolver = &rules_resolver();
    return settings;
  }
  Run run_;
  std::vector<int> cells_;
};

}  // namespace

void register_runs() {
  for (const bool all : {true, false}) {
    const auto day = lazy<RecordedDay>(all);
    add(
        std::string("recording/") + (all ? "every_output" : "nothing") + "/10",
        [day] { day->run_day(); }, day);
  }
  for (const int count : {10, 100, 1000}) {
    const auto model =
        Lazy<SimulationModel>([count] { return std::make_unique<SimulationModel>(rooms(count)); });
    add(
        "compiling/model/" + std::to_string(count),
        [model] { benchmark::DoNotOptimize(compile(*model, standard_components())); }, model)
        ->Unit(benchmark::kMillisecond);
  }
  for (const int count : {1000, 10000}) {
    const auto text = Lazy<std::string>(
        [count] { return std::make_unique<std::string>(write_model_json(rooms(count))); });
    add(
        "reading/model_json/" + std::to_string(count),
        [text] {
          Diagnostics diagnostics;
          benchmark::DoNotOptimize(
              parse_model_json(*text, "rooms.hearth.json", standard_components(), diagnostics));
        },
        text)
        ->Unit(benchmark::kMillisecond);
  }
}

}  // namespace hearth::bench
