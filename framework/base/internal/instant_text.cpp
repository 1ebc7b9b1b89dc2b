// SPDX-License-Identifier: MIT
#include "hearth/framework/base/internal/instant_text.hpp"

#include <array>
#include <cstdio>

namespace hearth {

std::string iso_utc(Instant instant) {
  const auto day = std::chrono::floor<std::chrono::days>(instant);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(instant - day);
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d",
                static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                static_cast<unsigned>(date.day()), static_cast<int>(time.hours().count()),
                static_cast<int>(time.minutes().count()), static_cast<int>(time.seconds().count()));
  std::string result(text.data());
  if (time.subseconds().count() != 0) {
    std::snprintf(text.data(), text.size(), ".%03d", static_cast<int>(time.subseconds().count()));
    result += text.data();
  }
  return result + "Z";
}

}  // namespace hearth
