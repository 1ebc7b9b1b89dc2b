// SPDX-License-Identifier: MIT
#include "hearth/apps/models/run_times.hpp"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/apps/models/model_input.hpp"
#include "hearth/data/text/time_text.hpp"

namespace hearth::apps {
namespace {

class TimeFinder {
 public:
  TimeFinder(const SimulateOptions& options, const SimulationModel& model,
             const std::optional<StateFile>& saved, Diagnostics& diagnostics)
      : options_(options), model_(model), saved_(saved), diagnostics_(diagnostics) {}

  RunTimes find() {
    find_zone();
    const std::optional<Instant> start = find_start();
    const std::optional<Instant> end =
        options_.end.empty() ? model_.defaults.end : std::optional(read("--end", options_.end));
    const std::optional<Duration> step = find_step();
    refuse_missing(start.has_value(), end.has_value(), step.has_value());
    RunTimes times;
    times.zone = zone_.value_or(Zone());
    times.request.period = {*start, *end, *step};
    times.request.timezone = times.zone.name();
    if (saved_) times.request.origin = saved_->state.origin;
    return times;
  }

 private:
  void find_zone() {
    const std::string& site = model_.site.timezone;
    if (!site.empty() && !options_.model.timezone.empty() && site != options_.model.timezone) {
      diagnostics_.warning("simulation.timezone_unused", {.pointer = "--timezone"},
                           fmt::format("the time zone of the model's site, '{}', is used; remove "
                                       "--timezone, or change the site",
                                       site));
    }
    if (!site.empty()) {
      zone_ = Zone(site, {.pointer = "/site/timezone"});
    } else if (!options_.model.timezone.empty()) {
      zone_ = Zone(options_.model.timezone);
    } else if (saved_ && !saved_->timezone.empty()) {
      zone_ = Zone(saved_->timezone, {.file = options_.load_state->string()});
    } else if (const auto stamp = parse_time(options_.start); stamp && stamp->offset) {
      zone_ = Zone::fixed(*stamp->offset);
    } else if (options_.start.empty() && model_.defaults.start) {
      if (model_.defaults.offset) zone_ = Zone::fixed(*model_.defaults.offset);
    }
  }

  Instant read(const std::string& option, const std::string& text) const {
    return read_instant(text, zone_, {.pointer = option});
  }

  std::optional<Instant> find_start() const {
    const std::optional<Instant> given =
        options_.start.empty() ? std::nullopt : std::optional(read("--start", options_.start));
    if (!saved_) return given ? given : model_.defaults.start;
    const Instant time = saved_->state.time;
    if (given && *given != time) {
      throw InputError("state.start_mismatch", {.pointer = "--start"},
                       fmt::format("the saved state continues at {}; remove --start",
                                   format_time(time, zone_.value_or(Zone()))));
    }
    return time;
  }

  std::optional<Duration> find_step() const {
    if (!saved_) return options_.step ? options_.step : model_.defaults.step;
    const Duration step = saved_->state.step;
    if (options_.step && *options_.step != step) {
      throw InputError(
          "state.step_mismatch", {.pointer = "--step"},
          fmt::format("the saved state has a step of {} s; remove --step", seconds(step)));
    }
    return step;
  }

  void refuse_missing(bool start, bool end, bool step) const {
    std::vector<std::string> missing;
    if (!start) missing.emplace_back("--start");
    if (!end) missing.emplace_back("--end");
    if (!step) missing.emplace_back("--step");
    if (missing.empty()) return;
    throw InputError(
        "simulation.period_missing", {.file = options_.model.file.string()},
        fmt::format(
            "the period of the run is not complete; set {}, or add {} to 'simulation' in the "
            "model file",
            fmt::join(missing, ", "), missing.size() == 1 ? "it" : "them"));
  }

  const SimulateOptions& options_;
  const SimulationModel& model_;
  const std::optional<StateFile>& saved_;
  Diagnostics& diagnostics_;
  std::optional<Zone> zone_;
};

}  // namespace

RunTimes run_times(const SimulateOptions& options, const SimulationModel& model,
                   const std::optional<StateFile>& saved, Diagnostics& diagnostics) {
  return TimeFinder(options, model, saved, diagnostics).find();
}

}  // namespace hearth::apps
