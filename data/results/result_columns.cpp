// SPDX-License-Identifier: MIT
#include "hearth/data/results/result_columns.hpp"

#include <fmt/format.h>

#include "hearth/framework/run/record_columns.hpp"

namespace hearth {
namespace {

constexpr std::string_view kTime = "time";
constexpr std::string_view kBegin = "time [end of ";

}  // namespace

std::string column_name(const Signal& signal) {
  if (signal.statistic == Statistic::End) return signal.name;
  return fmt::format("{}:{}", signal.name, to_string(signal.statistic));
}

std::string column_title(const Signal& signal) {
  return fmt::format("{} [{}]", column_name(signal), signal.unit.symbol);
}

std::string time_title(const std::string& interval) {
  return interval.empty() ? std::string(kTime) : fmt::format("{}{}]", kBegin, interval);
}

std::optional<std::string> interval_of_title(std::string_view title) {
  if (title == kTime) return "";
  if (!title.starts_with(kBegin) || !title.ends_with("]")) return std::nullopt;
  return std::string(title.substr(kBegin.size(), title.size() - kBegin.size() - 1));
}

std::pair<std::string, Statistic> split_statistic(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  if (colon != std::string_view::npos) {
    if (const auto statistic = statistic_of(name.substr(colon + 1))) {
      return {std::string(name.substr(0, colon)), *statistic};
    }
  }
  return {std::string(name), Statistic::End};
}

}  // namespace hearth
