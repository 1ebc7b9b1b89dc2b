// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "hearth/components/physics/air.hpp"
#include "hearth/ontology/twin4build/internal/graph/vocabulary.hpp"

namespace hearth::twin4build {
namespace {

constexpr double kPerMillion = 1e-6;

template <class T>
T scaled(Scale scale, T number) {
  switch (scale) {
    case Scale::AirMass:
      return number / T(kAirDensity);
    case Scale::PerMillion:
      return number * T(kPerMillion);
    case Scale::Same:
      break;
  }
  return number;
}

template <class T>
T unscaled(Scale scale, T value) {
  switch (scale) {
    case Scale::AirMass:
      return value * T(kAirDensity);
    case Scale::PerMillion:
      return value / T(kPerMillion);
    case Scale::Same:
      break;
  }
  return value;
}

// A number with more digits than any double needs has extended precision.
constexpr std::size_t kDoubleDigits = 17;
constexpr int kExtendedDigits = 21;

std::string shortest_text(double number) {
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                 std::chars_format::scientific)
                       .ptr;
  return {buffer.data(), end};
}

std::string extended_text(long double number) {
  std::array<char, 64> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                 std::chars_format::scientific, kExtendedDigits - 1)
                       .ptr;
  return {buffer.data(), end};
}

std::size_t significant_digits(std::string_view text) {
  text = text.substr(0, text.find_first_of("eE"));
  text.remove_prefix(std::min(text.find_first_of("123456789"), text.size()));
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }));
}

template <class T>
std::optional<T> parse_whole(std::string_view text) {
  T number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

double from_graph(Scale scale, long double number) {
  const auto plain = static_cast<double>(number);
  if (static_cast<long double>(plain) == number) return scaled(scale, plain);
  return static_cast<double>(scaled(scale, number));
}

std::optional<std::string> to_graph(Scale scale, double value) {
  if (!std::isfinite(value)) return std::nullopt;
  const double nearest = unscaled(scale, value);
  const double infinity = std::numeric_limits<double>::infinity();
  std::optional<std::string> best;
  for (const double number :
       {nearest, std::nextafter(nearest, -infinity), std::nextafter(nearest, infinity)}) {
    if (!std::isfinite(number) || from_graph(scale, number) != value) continue;
    std::string text = shortest_text(number);
    if (!best || text.size() < best->size()) best = std::move(text);
  }
  if (best) return best;
  // For some values, at most one in ten, no double equals the scaled number, which is between two
  // doubles.
  std::string text = extended_text(unscaled(scale, static_cast<long double>(value)));
  const std::optional<long double> number = parse_number(text);
  if (number && from_graph(scale, *number) == value) return text;
  return std::nullopt;
}

std::optional<long double> parse_number(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return std::nullopt;
  text = text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first);
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
  const std::optional<double> plain = parse_whole<double>(text);
  if (!plain || !std::isfinite(*plain)) return std::nullopt;
  if (significant_digits(text) <= kDoubleDigits) return *plain;
  return parse_whole<long double>(text);
}

}  // namespace hearth::twin4build
