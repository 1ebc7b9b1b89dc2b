// SPDX-License-Identifier: MIT
#include "hearth/apps/report/page/svg_parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "hearth/apps/report/page/html_text.hpp"

namespace hearth::apps {

std::string drawing_head(double width, double height, const std::string& title) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart-drawing\" viewBox=\"0 0 {:.0f} "
      "{:.0f}\" role=\"img\" aria-label=\"{}\" font-size=\"11\">\n",
      width, height, markup_escaped(title));
}

int axis_power(const ReportRange& range) {
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  if (!(size > 0.0) || !std::isfinite(size) || (size < 1e5 && size >= 1e-2)) return 0;
  return 3 * static_cast<int>(std::floor(std::log10(size) / 3.0));
}

std::string tick_text(double value, double span, int power) {
  if (std::abs(value) < 1e-9 * span) return "0";
  return fmt::format("{:.6g}", value / std::pow(10.0, power));
}

std::string axis_title(const ReportAxis& axis, int power) {
  std::string title = axis.title;
  const std::string unit = unit_text(axis.unit);
  if (power != 0 || !unit.empty()) title += ",";
  if (power != 0) {
    static constexpr std::array kRaised = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    title += power < 0 ? " 10⁻" : " 10";
    for (const char digit : std::to_string(std::abs(power))) title += kRaised.at(digit - '0');
  }
  return markup_escaped(unit.empty() ? title : title + " " + unit);
}

std::string color_class(int color) {
  return color < 0 ? "measured" : fmt::format("s{}", color % 8);
}

std::string short_number(double value) {
  return std::isfinite(value) ? rounded_text(fmt::format("{:.4g}", value)) : "–";
}

std::size_t letters_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;  // not a continuation byte of UTF-8
  }));
}

std::string cut_text(const std::string& text, std::size_t letters) {
  if (letters_of(text) <= letters) return text;
  std::string cut;
  std::size_t count = 0;
  for (const char c : text) {
    const bool begins = (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    if (begins && ++count >= letters) break;
    cut += c;
  }
  return cut + "…";
}

}  // namespace hearth::apps
