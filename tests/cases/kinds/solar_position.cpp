// SPDX-License-Identifier: MIT
#include <cmath>
#include <map>
#include <optional>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/data/text/time_text.hpp"
#include "hearth/data/time/internal/sun.hpp"
#include "hearth/tests/cases/kinds/kinds.hpp"

namespace hearth::cases {
namespace {

using nlohmann::json;

constexpr const char* kPositionGroup = "solar_position";
constexpr double kDegree = 0.017453292519943295;  // rad

double turned(double a, double b) { return std::abs(std::remainder(a - b, 360.0)); }

Instant local_instant(const std::string& stamp, double zone_hours) {
  const auto time = parse_time(stamp);
  if (!time) throw std::runtime_error("'" + stamp + "' is not a time");
  if (time->offset) return time->instant();
  return Instant{time->local.time_since_epoch() - Duration(std::llround(zone_hours * 3.6e6))};
}

/// Compares one position with all that is expected of it.
void check_position(const json& point, double tolerance, std::vector<Check>& checks) {
  const std::string stamp = point.at("local_standard_time");
  const Observer observer{.latitude = point.at("latitude_deg"),
                          .longitude = point.at("longitude_deg"),
                          .elevation = point.value("elevation_m", 0.0),
                          .pressure = 100.0 * point.value("pressure_mbar", 1013.25),
                          .temperature = point.value("temperature_degC", 12.0)};
  const SunPosition sun = sun_position(local_instant(stamp, point.at("time_zone_h")), observer);
  const auto add = [&](const char* what, double deviation, double allowed, const char* unit) {
    checks.push_back({fmt::format("{} at {} {}", what, point.value("site", ""), stamp), deviation,
                      allowed, unit});
  };
  for (const auto& [key, value] : point.at("expected").items()) {
    const double expected = value;
    if (key == "zenith_deg") {
      add("zenith", std::abs(sun.zenith - expected), tolerance, "deg");
    } else if (key == "elevation_deg") {
      add("elevation", std::abs(90.0 - sun.zenith - expected), tolerance, "deg");
    } else if (key == "apparent_zenith_deg") {
      add("apparent zenith", std::abs(sun.apparent_zenith - expected), tolerance, "deg");
    } else if (key == "apparent_elevation_deg") {
      add("apparent elevation", std::abs(90.0 - sun.apparent_zenith - expected), tolerance, "deg");
    } else if (key == "azimuth_deg_from_north_clockwise") {
      const double sine = std::max(1e-6, std::abs(std::sin(sun.zenith * kDegree)));
      add("azimuth", turned(sun.azimuth, expected), tolerance / sine, "deg");
    } else if (key == "equation_of_time_min") {
      add("equation of time", std::abs(sun.equation_of_time - expected), 4.0 * tolerance, "min");
    } else {
      throw std::runtime_error("'" + key + "' is not a known member of a position");
    }
  }
}

// What the texts of events say: they name place, day and zone in words.

/// Returns the offset of a zone's usual letters, in hours.
std::optional<double> zone_in(const std::string& text) {
  static const std::map<std::string, double> kZones{
      {"UTC", 0},  {"GMT", 0},  {"BST", 1},  {"CET", 1},   {"CEST", 2},  {"EET", 2},  {"EEST", 3},
      {"EST", -5}, {"EDT", -4}, {"CST", -6}, {"CDT", -5},  {"MST", -7},  {"MDT", -6}, {"PST", -8},
      {"PDT", -7}, {"JST", 9},  {"SGT", 8},  {"AEST", 10}, {"AEDT", 11}, {"IST", 5.5}};
  std::smatch match;
  static const std::regex kOffset(R"(\b(?:UTC|GMT) ?([+-]\d{1,2})(?::?(\d\d))?)");
  if (std::regex_search(text, match, kOffset)) {
    const double hours = std::stod(match[1]);
    const double minutes = match[2].matched ? std::stod(match[2]) / 60.0 : 0.0;
    return hours < 0.0 ? hours - minutes : hours + minutes;
  }
  static const std::regex kWord(R"(\b[A-Z]{3,4}\b)");
  for (std::sregex_iterator it(text.begin(), text.end(), kWord), end; it != end; ++it) {
    if (const auto found = kZones.find(it->str()); found != kZones.end()) return found->second;
  }
  return std::nullopt;
}

/// Returns midnight of `2 Jan 2015` or `2015-01-02` as the calendar has it.
Instant day_in(const std::string& text) {
  std::smatch match;
  static const std::regex kIso(R"((\d{4})-(\d\d)-(\d\d))");
  if (std::regex_search(text, match, kIso)) return local_instant(match[0], 0.0);
  static const std::regex kWords(R"((\d{1,2}) ([A-Z][a-z]{2})[a-z]* (\d{4}))");
  static const std::string kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
  if (std::regex_search(text, match, kWords)) {
    const std::size_t month = kMonths.find(match[2].str());
    if (month != std::string::npos) {
      return local_instant(
          fmt::format("{}-{:02}-{:02}", match[3].str(), month / 3 + 1, std::stoi(match[1])), 0.0);
    }
  }
  throw std::runtime_error("no day in '" + text + "'");
}

struct Place {
  double latitude, longitude;
  std::optional<double> zone;
};

/// Returns the coordinates in brackets, otherwise those of a site of the file that the text names.
Place place_in(const std::string& text, const json& content) {
  std::smatch match;
  static const std::regex kBrackets(R"(\(\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*\))");
  if (std::regex_search(text, match, kBrackets)) {
    return {std::stod(match[1]), std::stod(match[2]), std::nullopt};
  }
  for (const json& point : content.at("groups").at("positions")) {
    std::string name = point.value("site", "");
    for (char& c : name) c = c == '_' ? ' ' : c;
    if (name.empty() || text.find(name) == std::string::npos) continue;
    return {point.at("latitude_deg"), point.at("longitude_deg"), point.at("time_zone_h")};
  }
  throw std::runtime_error("no known place in '" + text + "'");
}

double seconds_of_day(const std::string& text) {
  const auto time = parse_time("2000-01-01 " + text);
  if (!time) throw std::runtime_error("'" + text + "' is not a time of day");
  return seconds(time->local - std::chrono::floor<std::chrono::days>(time->local));
}

void check_day(const json& event, const json& content, std::vector<Check>& checks) {
  const std::string text = event.at("what");
  const Place place = place_in(text, content);
  const std::optional<double> zone = zone_in(text) ? zone_in(text) : place.zone;
  if (!zone) throw std::runtime_error("no known time zone in '" + text + "'");
  const Instant midnight = day_in(text) - Duration(std::llround(*zone * 3.6e6));
  const SunDay sun = sun_day(midnight + std::chrono::hours(12),
                             {.latitude = place.latitude, .longitude = place.longitude});
  const std::vector<std::pair<const char*, std::optional<Instant>>> found{
      {"sunrise", sun.sunrise}, {"transit", sun.transit}, {"sunset", sun.sunset}};
  std::size_t next = 0;
  const double tolerance = event.at("tolerance_s");
  for (const auto& [name, instant] : found) {
    if (text.find(name) == std::string::npos) continue;
    const double expected = seconds_of_day(event.at("expected").at(next++));
    const double deviation =
        instant ? std::abs(std::remainder(seconds(*instant - midnight) - expected, 86400.0))
                : std::nan("");
    checks.push_back({name, deviation, tolerance, "s"});
  }
}

void check_hour_angle(const json& event, const json& content, std::vector<Check>& checks) {
  const std::string text = event.at("what");
  const Place place = place_in(text, content);
  const std::optional<double> zone = zone_in(text) ? zone_in(text) : place.zone;
  std::smatch match;
  static const std::regex kEquation(R"(EoT (-?[\d.]+))");
  static const std::regex kTime(R"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?)");
  if (!zone || !std::regex_search(text, match, kEquation)) {
    throw std::runtime_error("no zone and equation of time in '" + text + "'");
  }
  const double equation = std::stod(match[1]);
  if (!std::regex_search(text, match, kTime)) throw std::runtime_error("no time in '" + text + "'");
  // Instants are whole milliseconds; the sun turns 4e-6 deg in one.
  const Instant instant = local_instant(match[0], *zone);
  const double hours = seconds(instant - std::chrono::floor<std::chrono::days>(instant)) / 3600.0;
  const double angle = 15.0 * (hours - 12.0) + place.longitude + equation / 4.0;
  checks.push_back({"", turned(angle, event.at("expected_deg")), event.at("tolerance_deg"), "deg"});
}

void run_event(const json& event, const json& content, double tolerance, CaseReport& report) {
  const std::string text = event.at("what");
  std::vector<Check> checks;
  try {
    if (event.contains("case")) {
      check_position(event.at("case"), tolerance, checks);
    } else if (event.contains("tolerance_AU")) {
      const SunPosition sun = sun_position(day_in(text), Observer{});
      const double expected = event.at("expected_AU");
      checks.push_back({"", std::abs(sun.distance - expected), event.at("tolerance_AU"), "AU"});
    } else if (event.contains("tolerance_s")) {
      check_day(event, content, checks);
    } else {
      check_hour_angle(event, content, checks);
    }
  } catch (const std::runtime_error& error) {
    report.add(
        {.verdict = Verdict::Fail, .group = kPositionGroup, .name = text, .detail = error.what()});
    return;
  }
  report.compare(kPositionGroup, text, checks);
}

}  // namespace

bool recognises_solar_position(const json& content) {
  if (!content.is_object() || !content.contains("groups")) return false;
  const json& groups = content["groups"];
  if (!groups.is_object() || !groups.contains("positions")) return false;
  const json& positions = groups["positions"];
  return positions.is_array() && !positions.empty() &&
         positions[0].contains("local_standard_time") && positions[0].contains("latitude_deg");
}

void run_solar_position(const CaseFile& file, CaseReport& report) {
  const json& content = file.content;
  const double tolerance = content.at("tolerance_deg").at("spa_class");
  std::vector<Check> checks;
  for (const json& point : content.at("groups").at("positions")) {
    check_position(point, tolerance, checks);
  }
  report.compare(kPositionGroup,
                 fmt::format("{} positions", content.at("groups").at("positions").size()), checks);
  if (!content.at("groups").contains("events")) return;
  for (const json& event : content.at("groups").at("events")) {
    run_event(event, content, tolerance, report);
  }
}

}  // namespace hearth::cases
