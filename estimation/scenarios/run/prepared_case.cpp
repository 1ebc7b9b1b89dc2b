// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/run/prepared_case.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "hearth/data/results/row_ends.hpp"
#include "hearth/framework/run/record_columns.hpp"

namespace hearth {
namespace {

// largest number of cases of a model that are tried to find its KPIs
constexpr int kCasesTried = 16;
constexpr long kRunsTried = 10'000;  // largest number of runs among which these cases are searched

const ScenarioModel& model_of(const ScenarioSet& set, const ScenarioRun& run) {
  return set.models[run.model];
}

RunRequest request_of(const ScenarioCase& content, const std::string& timezone) {
  const ScenarioPeriod& period = content.period;
  RunRequest request;
  request.period = {period.start.value(), period.end.value(), period.step.value()};
  request.timezone = timezone;
  return request;
}

/// Calls `stop` before each series to ask whether to end the preparation.
class PolledResolver final : public SeriesResolver {
 public:
  PolledResolver(SeriesResolver& resolver, const std::function<bool()>& stop)
      : resolver_(resolver), stop_(stop) {}

  Series resolve(const Request& request, SeriesReport& report, Diagnostics& diagnostics) override {
    look();
    return resolver_.resolve(request, report, diagnostics);
  }
  std::optional<Place> place(const std::string& file) override {
    look();
    return resolver_.place(file);
  }
  Instant start_of_year(Instant time, const std::string& timezone) const override {
    return resolver_.start_of_year(time, timezone);
  }

  void look() const {
    if (!stop_ || !stop_()) return;
    throw SimulationError("run.interrupted", {}, "the run was cancelled while it was prepared");
  }

 private:
  SeriesResolver& resolver_;
  const std::function<bool()>& stop_;
};

void require_rows(const ScenarioCase& content, const Period& period, long first_row) {
  if (first_row <= period.step_count()) return;
  throw InputError("scenarios.warmup_too_long", content.period.where,
                   "no rows remain after the warm-up; shorten the warm-up or lengthen the run");
}

}  // namespace

CompiledCase compile_case(const ScenarioSet& set, const ScenarioRun& run,
                          const Registry& registry) {
  ScenarioCase content = scenario_case(set, run, registry);
  const std::string key = plan_key(set, run);
  std::shared_ptr<const Plan> plan = set.plans->find(key);
  if (plan == nullptr) {
    plan = std::make_shared<const Plan>(compile(content.model, registry, set.compile));
    set.plans->keep(key, plan);
  }
  Diagnostics diagnostics = plan->diagnostics;
  const KpiSettings settings = complete_settings(set.kpi, *plan, diagnostics);
  Kpis kpis(settings, set.kpis, plan->signals, AbsentNames::LeaveOut);
  return {std::move(content), std::move(plan), std::move(diagnostics), std::move(kpis)};
}

std::optional<Kpis> kpis_of_model(const ScenarioSet& set, int model, const Registry& registry,
                                  Diagnostics& why) {
  const long count = run_count(set) / static_cast<long>(set.models.size());
  const long first = model * count;  // models are the slowest axis
  const long end = first + std::min(count, kRunsTried);
  std::string tried;
  Diagnostics of_first;
  bool only_kpis = true;
  int cases = 0;
  for (long index = first; index < end && cases < kCasesTried; ++index) {
    const ScenarioRun run = scenario_run(set, index);
    std::string key = case_key(set, run);
    if (cases > 0 && key == tried) continue;
    tried = std::move(key);
    ++cases;
    try {
      return compile_case(set, run, registry).kpis;
    } catch (const Error& error) {
      // The run reports other errors later.
      only_kpis = only_kpis && error.code().starts_with("kpi.");
      if (cases == 1) of_first = error.diagnostics();
    }
  }
  if (only_kpis) why.append(of_first);
  return std::nullopt;
}

PreparedCase::PreparedCase(const ScenarioSet& set, const ScenarioRun& run, const Registry& registry,
                           DataResolver& data, const std::function<bool()>& stop)
    : compiled_(compile_case(set, run, registry)) {
  PolledResolver resolver(data, stop);
  resolver.look();
  const ScenarioCase& content = compiled_.content;
  const std::string timezone = zone_of_case(content.model, model_of(set, run), resolver);
  basis_ =
      std::make_shared<const RunBasis>(compiled_.plan, request_of(content, timezone), &resolver);
  const Period& period = inputs().period;
  prepare_rows(set, timezone.empty() ? Zone() : Zone(timezone));
  const Duration warmup = content.period.warmup.value_or(Duration::zero());
  first_row_ = (warmup + period.step - Duration(1)) / period.step;
  require_rows(content, period, first_row_);
  kpi_request_.start = period.start + warmup;
  kpi_request_.end = period.end;
  kpi_request_.origin = period.start;
  kpi_request_.step = period.step;
  if (!timezone.empty()) kpi_request_.zone = Zone(timezone);
  kpi_request_.timezone = timezone;
  diagnostics_.append(compiled_.diagnostics);
  diagnostics_.append(inputs().diagnostics);
  diagnostics_.append(held_values(inputs().reports));
  diagnostics_.append(kpis().notes());
  diagnostics_.append(KpiMeter(kpis(), kpi_request_, resolver).notes());
}

/// Prepares the recorded rows.
void PreparedCase::prepare_rows(const ScenarioSet& set, const Zone& zone) {
  if (set.record.empty()) return;
  const std::optional<Interval>& own = compiled_.content.model.defaults.every;
  const std::optional<Interval>& every = set.every ? set.every : own;
  RowEnds ends;
  if (every) {
    check_row_ends(*every, period(), period().start, zone, compiled_.content.period.where);
    ends = row_ends(*every, period().start, zone);
    interval_ = interval_text(*every);
  }
  recorder_ =
      Recorder(record_columns(plan(), set.record, every.has_value(), true), std::move(ends));
}

}  // namespace hearth
