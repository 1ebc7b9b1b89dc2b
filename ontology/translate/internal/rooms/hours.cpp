// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/rooms/hours.hpp"

#include <cctype>
#include <cstdint>
#include <string>

#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/model_files/weekly_rules_json.hpp"

namespace hearth {
namespace {

constexpr int kMidnight = 1440;  // minutes
constexpr std::uint8_t kAllDays = 0x7f;

std::uint8_t next_days(std::uint8_t days) {
  return static_cast<std::uint8_t>(((days << 1U) | (days >> 6U)) & kAllDays);
}

/// Reads `07:00` or `7:00`.
std::optional<int> time_of(std::string_view text) {
  const std::string padded = text.find(':') == 1 ? "0" + std::string(text) : std::string(text);
  return parse_time_of_day(padded);
}

bool add_times(std::uint8_t days, std::string_view text, Hours& hours) {
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos) return false;
  const auto from = time_of(trimmed(text.substr(0, dash)));
  const auto to = time_of(trimmed(text.substr(dash + 1)));
  if (!from || !to || *from == *to || *from == kMidnight) return false;
  if (*from < *to) {
    hours.push_back({days, *from, *to, 1.0});
    return true;
  }
  hours.push_back({days, *from, kMidnight, 1.0});
  if (*to > 0) hours.push_back({next_days(days), 0, *to, 1.0});
  return true;
}

/// Returns the position of the first digit, at which times begin.
std::size_t times_at(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (std::isdigit(static_cast<unsigned char>(text[i])) != 0) return i;
  }
  return std::string_view::npos;
}

}  // namespace

std::optional<Hours> parse_hours(std::string_view text) {
  text = trimmed(text);
  if (text == "never") return Hours();
  if (text == "always" || text == "24/7") return Hours{{kAllDays, 0, kMidnight, 1.0}};
  Hours hours;
  std::string days_before;  // `Sat,` of `Sat,Sun 09:00-13:00`
  while (!text.empty()) {
    const std::size_t end = text.find_first_of(",;");
    const std::string_view part = trimmed(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    const std::size_t at = times_at(part);
    if (at == std::string_view::npos) {
      if (part.empty()) return std::nullopt;
      days_before += std::string(part) + ",";
      continue;
    }
    const std::string days = days_before + std::string(trimmed(part.substr(0, at)));
    const std::optional<std::uint8_t> mask =
        days.empty() ? std::optional<std::uint8_t>(kAllDays) : parse_days(lower_case(days));
    if (!mask || *mask == 0 || !add_times(*mask, part.substr(at), hours)) return std::nullopt;
    days_before.clear();
  }
  if (hours.empty() || !days_before.empty()) return std::nullopt;
  return hours;
}

WeeklyRules weekly(const Hours& hours, double inside, double outside) {
  WeeklyRules rules;
  rules.otherwise = outside;
  rules.rules = hours;
  for (WeeklyRule& rule : rules.rules) rule.value = inside;
  return rules;
}

}  // namespace hearth
