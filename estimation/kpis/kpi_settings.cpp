// SPDX-License-Identifier: MIT
#include "hearth/estimation/kpis/kpi_settings.hpp"

#include <limits>
#include <string_view>
#include <utility>

#include "hearth/data/json/json_values.hpp"
#include "hearth/ontology/model_files/json_series.hpp"

namespace hearth {
namespace {

using Keys = std::vector<std::string_view>;

constexpr NumberRange kNotNegative{.min = 0.0};
constexpr double kTiny = std::numeric_limits<double>::min();

/// A signal by its name, with the unit that its header lacks.
struct SignalName {
  std::string name;
  std::optional<Unit> unit{};
};

std::optional<SignalName> read_signal(const JsonNode& node, Diagnostics& diagnostics) {
  if (!node.is(JsonKind::Object)) {
    const std::optional<std::string> name = read_name(node, diagnostics);
    return name ? std::optional(SignalName{*name}) : std::nullopt;
  }
  check_keys(node, {"signal", "unit"}, diagnostics);
  SignalName signal;
  if (const auto name = require_member(node, "signal", diagnostics)) {
    signal.name = read_name(*name, diagnostics).value_or("");
  }
  read_member(node, "unit", signal.unit,
              [&](const JsonNode& n) { return read_unit(n, diagnostics); });
  return signal.name.empty() ? std::nullopt : std::optional(std::move(signal));
}

std::optional<KpiSeries> read_kpi_series(const JsonNode& node, Diagnostics& diagnostics) {
  KpiSeries series;
  series.where = node.where();
  if (node.is(JsonKind::Object) && node.find("signal")) {
    const std::optional<SignalName> signal = read_signal(node, diagnostics);
    if (!signal) return std::nullopt;
    series.source = signal->name;
    series.unit = signal->unit;
    return series;
  }
  std::optional<SeriesSpec> spec = read_series(node, diagnostics);
  if (!spec) return std::nullopt;
  series.source = *std::move(spec);
  return series;
}

/// Reads a number above 0, with `unit` or in it.
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
  diagnostics.error("json.range", node.where(), "a floor area is above 0 m2");
  return std::nullopt;
}

void read_comfort(const JsonNode& node, KpiZone& zone, Diagnostics& diagnostics) {
  const auto series = [&](const char* key, std::optional<KpiSeries>& target) {
    read_member(node, key, target,
                [&](const JsonNode& n) { return read_kpi_series(n, diagnostics); });
  };
  series("lower", zone.lower);
  series("upper", zone.upper);
  series("co2_upper", zone.co2_upper);
  series("occupied", zone.occupied);
  series("radiant_temperature", zone.radiant_temperature);
  series("relative_humidity", zone.relative_humidity);
  series("air_speed", zone.air_speed);
  series("metabolic_rate", zone.metabolic_rate);
  series("clothing", zone.clothing);
}

Keys comfort_keys(const Keys& more) {
  Keys keys{"lower",
            "upper",
            "co2_upper",
            "occupied",
            "radiant_temperature",
            "relative_humidity",
            "air_speed",
            "metabolic_rate",
            "clothing"};
  keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}

KpiZone read_zone(const JsonNode& node, Diagnostics& diagnostics) {
  KpiZone zone;
  zone.name = node.key();
  zone.where = node.where();
  if (!require_object(node, diagnostics)) return zone;
  check_keys(node, comfort_keys({"temperature", "co2", "floor_area"}), diagnostics);
  std::optional<SignalName> temperature, co2;
  read_member(node, "temperature", temperature,
              [&](const JsonNode& n) { return read_signal(n, diagnostics); });
  read_member(node, "co2", co2, [&](const JsonNode& n) { return read_signal(n, diagnostics); });
  if (temperature) {
    zone.temperature = temperature->name;
    zone.temperature_unit = temperature->unit;
  }
  if (co2) {
    zone.co2 = co2->name;
    zone.co2_unit = co2->unit;
  }
  read_member(node, "floor_area", zone.floor_area,
              [&](const JsonNode& n) { return read_area(n, diagnostics); });
  read_comfort(node, zone, diagnostics);
  return zone;
}

/// Reads one name or pattern, or a list of them.
std::vector<std::string> read_patterns(const JsonNode& node, Diagnostics& diagnostics) {
  std::vector<std::string> patterns;
  if (node.is(JsonKind::Array)) {
    for (const JsonNode element : node.elements()) {
      if (auto name = read_name(element, diagnostics)) patterns.push_back(*std::move(name));
    }
  } else if (auto name = read_name(node, diagnostics)) {
    patterns.push_back(*std::move(name));
  }
  return patterns;
}

/// Carriers and end uses become parts of names of KPIs.
std::optional<std::string> read_part_of_name(const JsonNode& node, Diagnostics& diagnostics) {
  std::optional<std::string> name = read_name(node, diagnostics);
  if (!name) return std::nullopt;
  constexpr std::string_view kAllowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
      "0123456789_-";
  if (name->find_first_not_of(kAllowed) == std::string::npos && *name != "tot") return name;
  diagnostics.error("kpi.part_of_name", node.where(),
                    "'" + *name +
                        "' becomes part of the names of KPIs, as in ener_electricity: use "
                        "letters, digits, '_' and '-', and not 'tot'");
  return std::nullopt;
}

KpiEnergy read_energy(const JsonNode& node, Diagnostics& diagnostics) {
  KpiEnergy energy;
  energy.where = node.where();
  if (!require_object(node, diagnostics)) return energy;
  check_keys(node, {"signals", "carrier", "end_use", "factor", "unit"}, diagnostics);
  if (const auto signals = require_member(node, "signals", diagnostics)) {
    energy.signals = read_patterns(*signals, diagnostics);
  }
  if (const auto carrier = require_member(node, "carrier", diagnostics)) {
    energy.carrier = read_part_of_name(*carrier, diagnostics).value_or("");
  }
  read_member(node, "end_use", energy.end_use,
              [&](const JsonNode& n) { return read_part_of_name(n, diagnostics); });
  read_member(node, "factor", energy.factor,
              [&](const JsonNode& n) { return read_number(n, diagnostics); });
  read_member(node, "unit", energy.unit,
              [&](const JsonNode& n) { return read_unit(n, diagnostics); });
  return energy;
}

KpiCarrier read_carrier(const JsonNode& node, Diagnostics& diagnostics) {
  KpiCarrier carrier;
  if (!require_object(node, diagnostics)) return carrier;
  check_keys(node, {"price", "emission"}, diagnostics);
  read_member(node, "price", carrier.price,
              [&](const JsonNode& n) { return read_kpi_series(n, diagnostics); });
  read_member(node, "emission", carrier.emission,
              [&](const JsonNode& n) { return read_kpi_series(n, diagnostics); });
  return carrier;
}

void read_lists(const JsonNode& node, KpiSettings& settings, Diagnostics& diagnostics) {
  if (const auto zones = node.find("zones"); zones && require_object(*zones, diagnostics)) {
    for (const JsonNode zone : zones->members()) {
      if (!is_extension(zone.key())) settings.zones.push_back(read_zone(zone, diagnostics));
    }
  }
  if (const auto energy = node.find("energy"); energy && require_array(*energy, diagnostics)) {
    for (const JsonNode entry : energy->elements()) {
      settings.energy.push_back(read_energy(entry, diagnostics));
    }
  }
  if (const auto carriers = node.find("carriers");
      carriers && require_object(*carriers, diagnostics)) {
    for (const JsonNode carrier : carriers->members()) {
      if (is_extension(carrier.key())) continue;
      settings.carriers[carrier.key()] = read_carrier(carrier, diagnostics);
    }
  }
}

void read_version(const JsonNode& node, Diagnostics& diagnostics) {
  const auto version = require_member(node, "hearth", diagnostics);
  const auto number = version ? read_integer(*version, diagnostics) : std::nullopt;
  if (number && *number != 1) {
    diagnostics.error("json.version", version->where(), "only version 1 is known");
  }
}

}  // namespace

KpiSettings read_kpi_settings(const JsonNode& node, Diagnostics& diagnostics) {
  KpiSettings settings;
  if (!require_object(node, diagnostics)) return settings;
  check_keys(node, {"floor_area", "comfort", "zones", "energy", "carriers", "monthly"},
             diagnostics);
  read_member(node, "floor_area", settings.floor_area,
              [&](const JsonNode& n) { return read_area(n, diagnostics); });
  if (const auto comfort = node.find("comfort"); comfort && require_object(*comfort, diagnostics)) {
    check_keys(*comfort, comfort_keys({"tolerance"}), diagnostics);
    settings.comfort.where = comfort->where();
    read_comfort(*comfort, settings.comfort, diagnostics);
    read_member(*comfort, "tolerance", settings.tolerance,
                [&](const JsonNode& n) { return read_number(n, diagnostics, kNotNegative); });
  }
  read_lists(node, settings, diagnostics);
  read_member(node, "monthly", settings.monthly,
              [&](const JsonNode& n) { return read_flag(n, diagnostics); });
  return settings;
}

KpiSettings read_kpi_file(const std::filesystem::path& path) {
  const JsonDocument document = JsonDocument::read(path);
  Diagnostics diagnostics;
  JsonNode node = document.root();
  if (node.find("kpi") || node.find("hearth")) {
    check_keys(node, {"hearth", "kpi"}, diagnostics);
    read_version(node, diagnostics);
    if (const auto section = require_member(node, "kpi", diagnostics)) node = *section;
  }
  KpiSettings settings;
  if (!diagnostics.has_errors()) settings = read_kpi_settings(node, diagnostics);
  if (diagnostics.has_errors()) throw InputError(std::move(diagnostics));
  return settings;
}

}  // namespace hearth
