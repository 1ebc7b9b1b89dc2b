// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/boptest/test_case.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/components/plugins/plugins.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/model/resolved_model.hpp"
#include "hearth/framework/run/signal_patterns.hpp"

namespace hearth::apps {
namespace {

constexpr Duration kUsualStep = std::chrono::minutes(5);
constexpr int kHalfPeriod = 7;  // days before and after the day of a scenario, and of its warm-up
constexpr double kDay = 86400.0;

// Limits that clients receive if the model does not set any: of room setpoints, as in BOPTEST, and
// of water temperatures.
constexpr double kRoomLower = 278.15, kRoomUpper = 308.15;    // K
constexpr double kWaterLower = 273.15, kWaterUpper = 373.15;  // K

// Daily mean outdoor temperatures between which a building is neither heated nor cooled.
constexpr double kHeatingBelow = 288.15, kCoolingAbove = 293.15;  // K

/// A series of a weather component and its name in BOPTEST.
struct WeatherName {
  std::string_view series, name;
};
constexpr std::array<WeatherName, 12> kWeatherNames{{{"outdoorTemperature", "TDryBul"},
                                                     {"dryBulbTemperature", "TDryBul"},
                                                     {"globalIrradiation", "HGloHor"},
                                                     {"globalHorizontalRadiation", "HGloHor"},
                                                     {"directNormalRadiation", "HDirNor"},
                                                     {"diffuseHorizontalRadiation", "HDifHor"},
                                                     {"relativeHumidity", "relHum"},
                                                     {"windSpeed", "winSpe"},
                                                     {"windDirection", "winDir"},
                                                     {"dewPointTemperature", "TDewPoi"},
                                                     {"atmosphericPressure", "pAtm"},
                                                     {"skyTemperature", "TBlaSky"}}};
constexpr std::array<std::string_view, 2> kWeatherTypes{"OutdoorEnvironment", "Weather"};
constexpr std::array<std::string_view, 2> kSensorTypes{"Sensor", "Meter"};

template <class Names>
bool is_one_of(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const std::vector<std::string>& boptest_kpis() {
  static const std::vector<std::string> names{"tdis_tot", "idis_tot", "ener_tot", "cost_tot",
                                              "emis_tot", "pele_tot", "pgas_tot", "pdih_tot"};
  return names;
}

std::string described(const Field* field, const std::string& signal) {
  if (field == nullptr) return signal;
  return std::string(field->doc) + " (" + signal + ")";
}

/// Sets missing prices and emissions of carriers to 0: clients expect numbers for all carriers.
void price_rest(KpiSettings& settings, Diagnostics& diagnostics) {
  const auto is_missing = [](std::optional<KpiSeries>& series) {
    if (series) return false;
    SeriesSpec nothing;
    series.emplace().source = std::move(nothing);
    return true;
  };
  std::set<std::string> missing;
  for (const KpiEnergy& energy : settings.energy) {
    KpiCarrier& carrier = settings.carriers[energy.carrier];
    const bool no_price = is_missing(carrier.price);
    const bool no_emission = is_missing(carrier.emission);
    if (no_price || no_emission) missing.insert(energy.carrier);
  }
  if (missing.empty()) return;
  diagnostics.warning(
      "serve.no_price", {},
      fmt::format("no price or no emission is set for {}: it counts as 0 in cost_tot and emis_tot; "
                  "set both under 'carriers' in a file of --settings",
                  fmt::join(missing, ", ")));
}

}  // namespace

TestCase::TestCase(const SimulationModel& model, const DataOptions& data, TestCaseSettings settings,
                   const CompileOptions& compile, Diagnostics& diagnostics)
    : name_(std::move(settings.name)), resolver_(std::make_unique<DataResolver>(data)) {
  const OverwritableModel overwritable =
      with_overwrites(hearth::compile(model, known_components(), compile));
  plan_ = std::make_shared<const Plan>(
      hearth::compile(overwritable.model, known_components(), compile));
  diagnostics.append(plan_->diagnostics);
  read_clocks();
  choose_times(diagnostics);
  PointNames names;
  add_inputs(overwritable.signals, names);
  settings.kpi.monthly = false;
  KpiSettings complete = complete_settings(std::move(settings.kpi), *plan_, diagnostics);
  price_rest(complete, diagnostics);
  add_kpis(complete, diagnostics);
  add_measurements(settings.measurements, names);
  add_weather();
  add_schedules();
  add_limits(complete);
  add_prices(complete);
  std::sort(forecasts_.begin(), forecasts_.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  set_ranges();
  find_periods();
}

const ForecastPoint* TestCase::forecast(std::string_view name) const {
  const auto at = std::find_if(forecasts_.begin(), forecasts_.end(),
                               [name](const ForecastPoint& point) { return point.name == name; });
  return at == forecasts_.end() ? nullptr : &*at;
}

Instant TestCase::instant_of(double time) const {
  return year_ + Duration(std::llround(1000.0 * time));
}

// ---- times --------------------------------------------------------------------------------------

void TestCase::read_clocks() {
  for (const Slot& slot : plan_->slots) {
    if (slot.period == 0) continue;
    grid_ = Duration(std::gcd(grid_.count(), std::gcd(slot.period, slot.offset)));
  }
  for (const auto& [id, component] : plan_->model.components()) {
    for (const auto& [name, setting] : component.config) {
      const auto* series = std::get_if<SeriesSpec>(&setting);
      timed_ = timed_ || (series != nullptr && std::holds_alternative<TimeTable>(series->source));
    }
  }
}

void TestCase::choose_times(Diagnostics& diagnostics) {
  const RunDefaults& times = plan_->model.defaults;
  if (!times.start) {
    throw InputError(
        "serve.start_missing", {.pointer = "/simulation/start"},
        fmt::format("the model '{}' does not set its start; add 'start' under 'simulation'",
                    name_));
  }
  start_ = *times.start;
  step_ = times.step.value_or(kUsualStep);
  timezone_ = plan_->model.site.timezone;
  if (timezone_.empty() && times.offset) timezone_ = format_offset(*times.offset);
  if (!timezone_.empty()) zone_ = Zone(timezone_);
  year_ = resolver_->start_of_year(start_, timezone_);
  const Instant next_year = resolver_->start_of_year(year_ + std::chrono::days(370), timezone_);
  Diagnostics missing;
  if (resolves(year_, next_year, missing)) return;
  Diagnostics still_missing;
  if (times.end && resolves(start_, *times.end, still_missing)) {
    extend(next_year);
    diagnostics.note("serve.period", {},
                     fmt::format("the data of '{}' do not cover the whole year: tests are possible "
                                 "between {} s and {} s",
                                 name_, time_of(earliest_), time_of(latest_)));
    return;
  }
  throw InputError(times.end ? still_missing : missing);
}

/// Extends the times to all for which there are data, to the hour, within the year.
void TestCase::extend(Instant next_year) {
  using std::chrono::hours;
  // Returns the largest number of hours up to `most` for which `fits`.
  const auto largest = [](long most, const auto& fits) {
    long least = 0;
    while (least < most) {
      const long middle = least + (most - least + 1) / 2;
      if (fits(middle)) {
        least = middle;
      } else {
        most = middle - 1;
      }
    }
    return least;
  };
  const Instant end = latest_;
  Diagnostics ignored;
  const long after = largest((next_year - end) / hours(1), [&](long count) {
    return resolves(start_, end + hours(count), ignored);
  });
  const long before = largest((start_ - year_) / hours(1), [&](long count) {
    return resolves(start_ - hours(count), end + hours(after), ignored);
  });
  resolves(start_ - hours(before), end + hours(after), ignored);
}

bool TestCase::resolves(Instant start, Instant end, Diagnostics& missing) {
  const Instant from = start_ - ((start_ - start) / step_) * step_;  // on the grid of steps
  latest_ = end;
  try {
    whole_ = make_basis(from, start_, step_);
  } catch (const InputError& error) {
    for (const Diagnostic& item : error.diagnostics().items()) {
      if (item.severity == Severity::Error && !item.code.starts_with("data.")) throw;
    }
    missing.append(error.diagnostics());
    return false;
  }
  earliest_ = start;
  series_start_ = time_of(whole_->inputs().origin);
  return true;
}

Instant TestCase::clock_origin(Instant start, Duration step) const {
  if (timed_) return start_;
  const Duration rest = (start - start_) % step;
  return start_ + (rest < Duration::zero() ? rest + step : rest);
}

std::optional<Duration> TestCase::run_step(Instant start, Duration control_step) const {
  std::int64_t whole = control_step.count();
  if (grid_ > Duration::zero()) whole = std::gcd(whole, grid_.count());
  if (timed_) whole = std::gcd(whole, (start - start_).count());
  if (whole <= 0) return std::nullopt;
  std::int64_t parts = (whole + step_.count() - 1) / step_.count();
  while (whole % parts != 0) ++parts;
  return Duration(whole / parts);
}

std::shared_ptr<const RunBasis> TestCase::make_basis(Instant start, Instant origin,
                                                     Duration step) const {
  constexpr std::int64_t kMostSteps = 5'000'000;  // below the limit of a run
  const Instant end = start + std::min((latest_ - start) / step, kMostSteps) * step;
  const RunRequest request{{start, end, step}, origin, {}, timezone_};
  return std::make_shared<const RunBasis>(plan_, request, resolver_.get());
}

std::shared_ptr<const RunBasis> TestCase::basis(Instant start, Duration step) const {
  const BasisKey key{start, step};
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(bases_, [](const auto& entry) { return entry.second.expired(); });
    const auto known = bases_.find(key);
    if (known != bases_.end()) {
      if (auto shared = known->second.lock()) return shared;
    }
  }
  auto made = make_basis(start, clock_origin(start, step), step);
  const std::lock_guard lock(mutex_);
  bases_[key] = made;
  return made;
}

std::shared_ptr<const RunBasis> TestCase::basis_from(Instant now, Instant origin,
                                                     Duration step) const {
  return make_basis(now, origin, step);
}

KpiMeter TestCase::meter(PriceScenario prices, Instant start, Instant origin, Duration step) const {
  KpiMeter::Request request;
  request.start = start;
  request.end = latest_;
  request.origin = origin;
  request.step = step;
  request.zone = zone_;
  request.timezone = timezone_;
  return KpiMeter(kpis(prices), request, *resolver_);
}

// ---- points -------------------------------------------------------------------------------------

void TestCase::add_inputs(const std::vector<OverwrittenSignal>& signals, PointNames& names) {
  for (const OverwrittenSignal& overwritten : signals) {
    InputPoint point;
    point.signal = overwritten.signal;
    point.name = names.input_name(overwritten.signal);
    const std::optional<Endpoint> end = parse_endpoint(overwritten.signal);
    if (!end) continue;
    const PlannedInstance& source = plan_->instances[plan_->slot_of(end->component)];
    const bool open = overwritten.component.empty();
    const std::string port = open ? end->port.substr(3) : end->port;  // without `in.`
    const Field* field = source.type->schema.find(open ? Role::Input : Role::Output, port);
    point.data.description = described(field, overwritten.signal);
    Unit unit = unit::one;
    if (open) {
      point.u = overwritten.signal;
      unit = field == nullptr ? unit::one : resolve_any(field->unit, source.any);
      point.standard = plan_->cells[plan_->open_input(point.u)];
    } else {
      point.u = overwritten.component + ".in.u";
      point.activate = overwritten.component + ".in.activate";
      point.cell = plan_->signal(overwritten.component + ".y");
      const PlannedInstance& block = plan_->instances[plan_->slot_of(overwritten.component)];
      unit = block.any ? *block.any : block.fed ? *block.fed : plan_->signals[point.cell].unit;
    }
    point.unit = point_unit(unit);
    point.data.unit = point.unit.symbol;
    inputs_.push_back(std::move(point));
  }
}

void TestCase::add_measurements(const std::vector<std::string>& patterns, PointNames& names) {
  std::set<int> cells;
  if (!plan_->model.measurements.empty()) {
    for (const int cell : measured_signals(*plan_)) cells.insert(cell);
  }
  for (const auto& kpis : kpis_) cells.insert(kpis->signals().begin(), kpis->signals().end());
  if (!patterns.empty()) {
    for (const int cell : select_signals(*plan_, patterns)) cells.insert(cell);
  }
  std::set<std::string> overwritten;
  for (const InputPoint& input : inputs_) overwritten.insert(input.signal);
  for (std::size_t i = 0; i < plan_->signals.size(); ++i) {
    const Signal& signal = plan_->signals[i];
    const std::optional<Endpoint> end = parse_endpoint(signal.name);
    if (!end) continue;
    const PlannedInstance& instance = plan_->instances[plan_->slot_of(end->component)];
    const std::string& type = instance.type->name;
    const bool shown = is_one_of(kWeatherTypes, type) || is_one_of(kSensorTypes, type) ||
                       cells.contains(static_cast<int>(i));
    if (!shown || overwritten.contains(signal.name)) continue;
    MeasurementPoint point{
        names.name(signal.name), static_cast<int>(i), point_unit(signal.unit), {}};
    point.data = {point.unit.symbol,
                  described(instance.type->schema.find(Role::Output, end->port), signal.name)};
    measurements_.push_back(std::move(point));
  }
  std::sort(measurements_.begin(), measurements_.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
}

/// Returns the least and the greatest value of a signal that is the output of a schedule.
std::optional<std::pair<double, double>> TestCase::own_range(const std::string& signal) const {
  const std::optional<Endpoint> end = parse_endpoint(signal);
  if (!end || end->port.starts_with("in.")) return std::nullopt;
  const int slot = plan_->slot_of(end->component);
  const PlannedInstance& instance = plan_->instances[slot];
  std::optional<std::pair<double, double>> range;
  const auto add = [&range](double value) {
    if (!range) range = {value, value};
    range = {std::min(range->first, value), std::max(range->second, value)};
  };
  for (const Field& field : instance.type->schema) {
    if (field.role == Role::Input) return std::nullopt;
    if (field.role != Role::Config || field.kind != ConfigKind::Series) continue;
    const auto& series = std::get<Series>(whole_->inputs().configs[slot][field.member]);
    if (series.constant()) add(series.at(0.0));
    for (const Series::Point& point : series.points()) add(point.value);
  }
  return range;
}

void TestCase::set_ranges() {
  for (InputPoint& point : inputs_) {
    std::optional<std::pair<double, double>> own = own_range(point.signal);
    if (own) {
      const Conversion& to = point.unit.to_point;
      own = {to.factor * own->first + to.shift, to.factor * own->second + to.shift};
    }
    std::optional<std::pair<double, double>> range;
    if (point.unit.symbol == "1") range = {0.0, 1.0};
    const bool is_temperature = point.unit.symbol == "K" && point.unit.to_point.shift != 0.0;
    if (is_temperature) {
      const bool room = own && own->first >= kRoomLower && own->second <= kRoomUpper;
      range = room ? std::pair(kRoomLower, kRoomUpper) : std::pair(kWaterLower, kWaterUpper);
    }
    if (!range && own && own->first < own->second) range = own;
    if (!range) continue;
    point.data.min = own ? std::min(range->first, own->first) : range->first;
    point.data.max = own ? std::max(range->second, own->second) : range->second;
  }
}

// ---- KPIs and forecasts -------------------------------------------------------------------------

void TestCase::add_kpis(const KpiSettings& settings, Diagnostics& diagnostics) {
  for (int i = 0; i < kPriceScenarios; ++i) {
    KpiSettings scenario = settings;
    for (auto& [name, carrier] : scenario.carriers) {
      const auto& other = i == 1 ? carrier.dynamic_price : carrier.highly_dynamic_price;
      if (i > 0 && other) carrier.price = other;
    }
    kpis_[i] = std::make_unique<Kpis>(scenario, boptest_kpis(), plan_->signals);
  }
  for (Diagnostic item : kpis_[0]->notes().items()) {  // a service lists all KPIs
    item.severity = Severity::Note;
    diagnostics.add(std::move(item));
  }
}

void TestCase::add_forecast(std::string name, Series series, const Unit& unit,
                            std::string description) {
  if (forecast(name) != nullptr) return;
  const PointUnit in = point_unit(unit);
  forecasts_.push_back(
      {std::move(name), std::move(series), in.to_point, {in.symbol, std::move(description)}});
}

void TestCase::add_weather() {
  for (std::size_t i = 0; i < plan_->instances.size(); ++i) {
    const PlannedInstance& instance = plan_->instances[i];
    if (!is_one_of(kWeatherTypes, instance.type->name)) continue;
    for (const Field& field : instance.type->schema) {
      if (field.role != Role::Config || field.kind != ConfigKind::Series) continue;
      const auto known =
          std::find_if(kWeatherNames.begin(), kWeatherNames.end(),
                       [&](const WeatherName& weather) { return weather.series == field.name; });
      if (known == kWeatherNames.end() || instance.replaces(field.name)) continue;
      add_forecast(std::string(known->name),
                   std::get<Series>(whole_->inputs().configs[i][field.member]), field.unit,
                   described(&field, instance.id + "." + std::string(field.name)));
    }
  }
}

void TestCase::add_schedules() {
  for (const InputPoint& point : inputs_) {
    const std::optional<Endpoint> end = parse_endpoint(point.signal);
    if (!end || end->port.starts_with("in.")) continue;
    const int slot = plan_->slot_of(end->component);
    const SchemaView& schema = plan_->instances[slot].type->schema;
    const Field* series = nullptr;
    int members = 0;  // except outputs: a schedule that passes on its series has one
    for (const Field& field : schema) {
      if (field.role == Role::Output) continue;
      ++members;
      if (field.role == Role::Config && field.kind == ConfigKind::Series) series = &field;
    }
    if (series == nullptr || members != 1) continue;
    ForecastPoint forecast{point.name,
                           std::get<Series>(whole_->inputs().configs[slot][series->member]),
                           point.unit.to_point,
                           {point.unit.symbol, point.data.description}};
    forecasts_.push_back(std::move(forecast));
  }
}

std::optional<Series> TestCase::series_of(const KpiSeries& series, const Unit& unit) {
  const auto* spec = std::get_if<SeriesSpec>(&series.source);
  if (spec == nullptr) return std::nullopt;  // computed by the model: no forecast exists
  SeriesReport report;
  Diagnostics found;
  Series resolved = resolver_->resolve({.spec = *spec,
                                        .period = whole_->inputs().period,
                                        .origin = whole_->inputs().origin,
                                        .timezone = timezone_,
                                        .target_unit = unit,
                                        .where = series.where},
                                       report, found);
  if (found.has_errors()) throw InputError(found);
  return resolved;
}

void TestCase::add_limits(const KpiSettings& settings) {
  for (const KpiZone& zone : settings.zones) {
    const auto add = [&](std::optional<KpiSeries> KpiZone::*member, const char* name,
                         const Unit& unit, const char* description) {
      const auto& series = zone.*member ? zone.*member : settings.comfort.*member;
      if (!series) return;
      if (const std::optional<Series> values = series_of(*series, unit)) {
        add_forecast(fmt::format("{}[{}]", name, zone.name), *values, unit,
                     fmt::format("{} of {}", description, zone.name));
      }
    };
    add(&KpiZone::lower, "LowerSetp", unit::degC, "Lower limit of the temperature");
    add(&KpiZone::upper, "UpperSetp", unit::degC, "Upper limit of the temperature");
    add(&KpiZone::co2_upper, "UpperCO2", unit::ppm, "Upper limit of CO2");
    add(&KpiZone::occupied, "Occupancy", unit::one, "Above 0 if the zone is occupied");
  }
}

void TestCase::add_prices(const KpiSettings& settings) {
  constexpr std::array<std::pair<const char*, const char*>, 3> kCarriers{
      {{"electricity", "Electric"}, {"gas", "Gas"}, {"district_heating", "DistrictHeating"}}};
  for (const auto& [carrier, name] : kCarriers) {
    const auto found = settings.carriers.find(carrier);
    if (found == settings.carriers.end()) continue;
    const KpiCarrier& given = found->second;
    const auto add = [&](const std::optional<KpiSeries>& series, const std::string& point,
                         const Unit& unit, const std::string& description) {
      if (!series) return;
      const std::optional<Series> values = series_of(*series, unit);
      if (!values || forecast(point) != nullptr) return;
      const char* symbol = unit == unit::per_kWh ? "(Euro or $)/kWh" : "kgCO2/kWh";
      forecasts_.push_back({point, *values, {}, {symbol, description}});
    };
    const bool electric = found->first == "electricity";
    const std::string price = fmt::format("Price{}Power", name);
    const auto or_constant = [&given](const std::optional<KpiSeries>& series) {
      return series ? series : given.price;
    };
    add(given.price, electric ? price + "Constant" : price, unit::per_kWh,
        fmt::format("Price of {}", carrier));
    if (electric) {
      add(or_constant(given.dynamic_price), price + "Dynamic", unit::per_kWh,
          "Price of electricity, dynamic");
      add(or_constant(given.highly_dynamic_price), price + "HighlyDynamic", unit::per_kWh,
          "Price of electricity, highly dynamic");
    }
    add(given.emission, fmt::format("Emissions{}Power", name), unit::kg_per_kWh,
        fmt::format("Emissions of {}", carrier));
  }
}

void TestCase::find_periods() {
  const ForecastPoint* outdoor = forecast("TDryBul");
  if (outdoor == nullptr) return;
  const int first = static_cast<int>(std::ceil(time_of(earliest_) / kDay)) + 2 * kHalfPeriod;
  const int last = static_cast<int>(std::floor(time_of(latest_) / kDay)) - kHalfPeriod;
  std::vector<std::pair<double, int>> days, cold, warm;  // mean temperature, day
  for (int day = first; day <= last; ++day) {
    double sum = 0.0;
    for (int hour = 0; hour < 24; ++hour) sum += forecast_at(*outdoor, day * kDay + hour * 3600.0);
    const double mean = sum / 24.0;
    days.emplace_back(mean, day);
    if (mean < kHeatingBelow) cold.emplace_back(mean, day);
    if (mean > kCoolingAbove) warm.emplace_back(mean, day);
  }
  std::sort(cold.begin(), cold.end());
  std::sort(warm.begin(), warm.end());
  if (!cold.empty()) {
    periods_["peak_heat_day"] = cold.front().second;
    periods_["typical_heat_day"] = cold[cold.size() / 2].second;
  }
  if (!warm.empty()) {
    periods_["peak_cool_day"] = warm.back().second;
    periods_["typical_cool_day"] = warm[warm.size() / 2].second;
  }
  if (cold.empty() || warm.empty()) return;
  const auto mixed = std::min_element(days.begin(), days.end(), [](const auto& a, const auto& b) {
    const double middle = 0.5 * (kHeatingBelow + kCoolingAbove);
    return std::abs(a.first - middle) < std::abs(b.first - middle);
  });
  periods_["mix_day"] = mixed->second;
}

}  // namespace hearth::apps
