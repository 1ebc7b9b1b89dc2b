// SPDX-License-Identifier: MIT
#include "hearth/estimation/kpis/kpi_settings.hpp"

#include <limits>
#include <string_view>
#include <utility>

#include "hearth/data/json/file_kinds.hpp"
#include "hearth/data/json/json_forms.hpp"
#include "hearth/ontology/model_files/json_series.hpp"

namespace hearth {
namespace {

constexpr double kTiny = std::numeric_limits<double>::min();

/// The name of a signal, with a unit that its header may lack.
struct SignalName {
  std::string name;
  std::optional<Unit> unit{};
};

const JsonRecord<SignalName>& signal_record() {
  static const auto record = JsonRecord<SignalName>()
                                 .required("signal", &SignalName::name, forms::name())
                                 .optional("unit", &SignalName::unit, forms::unit())
                                 .shorthand("signal");
  return record;
}

JsonForm<KpiSeries> kpi_series() {
  const auto read = [](const JsonNode& node, JsonReading& reading) -> std::optional<KpiSeries> {
    KpiSeries series{.where = node.where()};
    if (node.find("signal")) {
      SignalName signal;
      if (!signal_record().read(node, signal, reading)) return std::nullopt;
      series.source = std::move(signal.name);
      series.unit = signal.unit;
      return series;
    }
    std::optional<SeriesSpec> spec = read_series(node, reading.diagnostics);
    if (!spec) return std::nullopt;
    series.source = *std::move(spec);
    return series;
  };
  return {read, schema_parts::either({signal_record().schema(), schema_parts::refer_to("series")})};
}

/// Reads a number above 0, with the unit `unit` or without one.
std::optional<double> read_area(const JsonNode& node, Diagnostics& diagnostics) {
  const std::optional<Quantity> quantity = read_quantity(node, diagnostics);
  if (!quantity) return std::nullopt;
  if (quantity->unit && !quantity->unit->compatible(unit::m2)) {
    wrong_type(node, "an area in m2", diagnostics);
    return std::nullopt;
  }
  const double area =
      quantity->unit ? convert(quantity->value, *quantity->unit, unit::m2) : quantity->value;
  if (area >= kTiny) return area;
  diagnostics.error("json.range", node.where(), "a floor area must be above 0 m2");
  return std::nullopt;
}

JsonForm<double> area() { return forms::read_by(read_area, schema_parts::refer_to("quantity")); }

/// Reads a carrier or end use, which becomes a part of names of KPIs.
std::optional<std::string> read_part_of_name(const JsonNode& node, Diagnostics& diagnostics) {
  std::optional<std::string> name = read_name(node, diagnostics);
  if (!name) return std::nullopt;
  constexpr std::string_view kAllowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  if (name->find_first_not_of(kAllowed) == std::string::npos && *name != "tot") return name;
  diagnostics.error("kpi.part_of_name", node.where(),
                    "'" + *name +
                        "' becomes part of the names of KPIs, as in ener_electricity: use letters, "
                        "digits, '_' and '-', but not 'tot'");
  return std::nullopt;
}

/// Returns the form of a signal whose name and unit are two members of a zone.
auto signal_of(std::string KpiZone::*name, std::optional<Unit> KpiZone::*unit) {
  return [=](KpiZone& zone, const JsonNode& node, JsonReading& reading) {
    SignalName signal;
    if (!signal_record().read(node, signal, reading)) return;
    zone.*name = std::move(signal.name);
    zone.*unit = signal.unit;
  };
}

/// Record of limits and conditions of one zone or of all zones.
JsonRecord<KpiZone> comfort_record() {
  return JsonRecord<KpiZone>()
      .optional("lower", &KpiZone::lower, kpi_series(), "Lower limit of the temperature, degC")
      .optional("upper", &KpiZone::upper, kpi_series(), "Upper limit of the temperature, degC")
      .optional("co2_upper", &KpiZone::co2_upper, kpi_series(), "Upper limit of CO2, ppm")
      .optional("occupied", &KpiZone::occupied, kpi_series(),
                "Occupancy; the zone is occupied if it is above 0")
      .optional("radiant_temperature", &KpiZone::radiant_temperature, kpi_series(),
                "Mean radiant temperature, degC")
      .optional("relative_humidity", &KpiZone::relative_humidity, kpi_series(),
                "Relative humidity, %")
      .optional("air_speed", &KpiZone::air_speed, kpi_series(), "Air speed, m/s")
      .optional("metabolic_rate", &KpiZone::metabolic_rate, kpi_series(), "Metabolic rate, met")
      .optional("clothing", &KpiZone::clothing, kpi_series(), "Insulation of the clothing, clo");
}

const JsonRecord<KpiZone>& zone_record() {
  static const auto record =
      comfort_record()
          .optional("temperature", signal_of(&KpiZone::temperature, &KpiZone::temperature_unit),
                    signal_record().schema(), "Signal of the air temperature")
          .optional("co2", signal_of(&KpiZone::co2, &KpiZone::co2_unit), signal_record().schema(),
                    "Signal of the CO2 concentration of the air")
          .optional("floor_area", &KpiZone::floor_area, area(), "Floor area of the zone, m2")
          .optional("heating", &KpiZone::heating, forms::one_or_list(forms::name()),
                    "Heat to the zone, as names or patterns of powers")
          .optional("cooling", &KpiZone::cooling, forms::one_or_list(forms::name()),
                    "Cooling of the zone, as names or patterns of powers");
  return record;
}

/// Record of the comfort settings of all zones.
const JsonRecord<KpiSettings>& all_zones_record() {
  static const auto record =
      JsonRecord<KpiSettings>()
          .members_of(comfort_record(), &KpiSettings::comfort)
          .optional("tolerance", &KpiSettings::tolerance, forms::number({.min = 0.0}),
                    "Deviation beyond a limit up to which the limit counts as met, K");
  return record;
}

void read_all_zones(KpiSettings& settings, const JsonNode& node, JsonReading& reading) {
  settings.comfort.where = node.where();
  all_zones_record().read(node, settings, reading);
}

JsonForm<KpiEnergy> energy() {
  const auto part_of_name =
      forms::read_by(read_part_of_name, schema_parts::text_like("^[a-zA-Z0-9_-]+$"));
  return JsonRecord<KpiEnergy>()
      .required("signals", &KpiEnergy::signals, forms::one_or_list(forms::name()),
                "Powers, as names or patterns over id.port")
      .required("carrier", &KpiEnergy::carrier, part_of_name)
      .optional("end_use", &KpiEnergy::end_use, part_of_name)
      .optional("factor", &KpiEnergy::factor, forms::number(),
                "Bought energy for each unit of the signals")
      .optional("unit", &KpiEnergy::unit, forms::unit(), "Unit of columns without a unit")
      .form();
}

JsonForm<KpiCarrier> carrier() {
  return JsonRecord<KpiCarrier>()
      .optional("price", &KpiCarrier::price, kpi_series(), "Price, currency per kWh")
      .optional("emission", &KpiCarrier::emission, kpi_series(), "Emission, kg CO2 per kWh")
      .optional("dynamic_price", &KpiCarrier::dynamic_price, kpi_series(),
                "Dynamic price in scenarios of a service, currency per kWh")
      .optional("highly_dynamic_price", &KpiCarrier::highly_dynamic_price, kpi_series(),
                "Highly dynamic price in scenarios of a service, currency per kWh")
      .form();
}

const JsonRecord<KpiSettings>& settings_record() {
  static const auto record =
      JsonRecord<KpiSettings>()
          .optional("floor_area", &KpiSettings::floor_area, area(),
                    "Floor area, m2; default: sum of the areas of the zones, if all are known")
          .optional("comfort", read_all_zones, all_zones_record().schema(),
                    "Comfort limits of all zones")
          .optional("zones", &KpiSettings::zones,
                    forms::named_list(zone_record().form(), &KpiZone::name), "Zones by name")
          .optional("energy", &KpiSettings::energy, forms::list(energy()),
                    "Powers that draw energy from outside the building")
          .optional("carriers", &KpiSettings::carriers, forms::map(carrier()),
                    "Energy carriers by name")
          .optional("monthly", &KpiSettings::monthly, forms::flag(),
                    "Compute the values of each month, too");
  return record;
}

}  // namespace

KpiSettings read_kpi_settings(const JsonNode& node, Diagnostics& diagnostics) {
  KpiSettings settings;
  JsonReading reading{diagnostics};
  settings_record().read(node, settings, reading);
  return settings;
}

KpiSettings read_kpi_file(const std::filesystem::path& path) {
  static const auto file_record =
      JsonRecord<KpiSettings>()
          .required("hearth", forms::version())
          .required(
              "kpi", [](KpiSettings & settings) -> auto& { return settings; },
              settings_record().form());
  const JsonDocument document = JsonDocument::read(path);
  const JsonNode root = document.root();
  require_file_kind(root, JsonFileKind::Kpis);
  Diagnostics diagnostics;
  JsonReading reading{diagnostics};
  KpiSettings settings;
  const bool headed = root.find("kpi") || root.find("hearth");
  (headed ? file_record : settings_record()).read(root, settings, reading);
  if (diagnostics.has_errors()) throw InputError(std::move(diagnostics));
  return settings;
}

std::string kpi_file_schema() {
  using namespace schema_parts;
  nlohmann::ordered_json definitions = common_definitions();
  definitions.erase("endpoint");
  definitions["series"] = series_schema();
  nlohmann::ordered_json whole =
      object({{"hearth", described({{"const", 1}}, "Version of the format")},
              {"$schema", {{"type", "string"}}},
              {"kpi", kpi_settings_schema()}},
             {"hearth", "kpi"});
  return schema_text("Hearth KPI settings", {{"oneOf", {whole, kpi_settings_schema()}}},
                     definitions);
}

nlohmann::ordered_json kpi_settings_schema() { return settings_record().schema(); }

void visit_kpi_files(KpiSettings& settings,
                     const std::function<void(FileColumn&, const Where&)>& visit) {
  const auto visit_series = [&](std::optional<KpiSeries>& series) {
    auto* spec = series ? std::get_if<SeriesSpec>(&series->source) : nullptr;
    auto* column = spec != nullptr ? std::get_if<FileColumn>(&spec->source) : nullptr;
    if (column != nullptr) visit(*column, series->where);
  };
  const auto visit_zone = [&](KpiZone& zone) {
    for (auto* series :
         {&zone.lower, &zone.upper, &zone.co2_upper, &zone.occupied, &zone.radiant_temperature,
          &zone.relative_humidity, &zone.air_speed, &zone.metabolic_rate, &zone.clothing}) {
      visit_series(*series);
    }
  };
  visit_zone(settings.comfort);
  for (KpiZone& zone : settings.zones) visit_zone(zone);
  for (auto& [name, carrier] : settings.carriers) {
    visit_series(carrier.price);
    visit_series(carrier.emission);
    visit_series(carrier.dynamic_price);
    visit_series(carrier.highly_dynamic_price);
  }
}

}  // namespace hearth
