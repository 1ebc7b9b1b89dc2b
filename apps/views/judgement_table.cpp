// SPDX-License-Identifier: MIT
#include "hearth/apps/views/judgement_table.hpp"

#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "hearth/apps/views/name_width.hpp"

namespace hearth::apps {
namespace {

std::string end_text(const estimation::ProfileEnd& end) {
  using Kind = estimation::ProfileEnd::Kind;
  if (end.kind == Kind::Open) return "open";
  return fmt::format("{:.6g}{}", end.value, end.kind == Kind::AtBound ? " (bound)" : "");
}

std::string linearised_text(const CalibrationResult& result, std::size_t parameter) {
  if (parameter >= result.uncertainty.parameters.size()) return "-";
  const auto& interval = result.uncertainty.parameters[parameter].ci95;
  return interval ? fmt::format("{:.6g} .. {:.6g}", interval->low, interval->high) : "-";
}

/// Why intervals are open, one line each.
std::string open_text(const std::string& name, const char* side,
                      const estimation::ProfileEnd& end) {
  if (end.message.empty()) return "";
  return fmt::format("  {}, {} end: {}\n", name, side, end.message);
}

std::string profiles_text(const CalibrationResult& result) {
  if (result.profiles.empty()) return "";
  const std::string_view title = "profile";
  std::size_t width = title.size();
  for (const ParameterProfile& own : result.profiles) {
    width = width_with(width, result.parameters[own.parameter].parameter.name);
  }
  std::string text = fmt::format("{:<{}}  {:>12}  {:>20}  {:>20}  {:>28}\n", title, width, "best",
                                 "lower", "upper", "linearised interval");
  std::string remarks;
  for (const ParameterProfile& own : result.profiles) {
    const CalibrationParameter& parameter = result.parameters[own.parameter];
    const std::string& name = parameter.parameter.name;
    text += fmt::format("{:<{}}  {:>12.6g}  {:>20}  {:>20}  {:>28}  {}\n", name, width,
                        result.summary.parameters[own.parameter], end_text(own.lower),
                        end_text(own.upper), linearised_text(result, own.parameter),
                        parameter.unit ? parameter.unit->symbol : "");
    remarks += open_text(name, "lower", own.lower) + open_text(name, "upper", own.upper);
  }
  return text + remarks;
}

}  // namespace

std::string judgement_text(const CalibrationResult& result) { return profiles_text(result); }

}  // namespace hearth::apps
