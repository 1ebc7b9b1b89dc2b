// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/boptest/points.hpp"

#include <cctype>
#include <utility>

namespace hearth::apps {
namespace {

/// Returns the unit of the same dimension without a prefix.
Unit coherent(const Unit& unit) {
  if (unit.scale == 1.0) return unit;
  for (const std::string& symbol : unit_symbols()) {
    const std::optional<Unit> candidate = parse_unit(symbol);
    const bool fits = candidate && !candidate->bare && candidate->compatible(unit);
    if (fits && candidate->scale == 1.0 && candidate->offset == 0.0) return *candidate;
  }
  return unit;
}

}  // namespace

PointUnit point_unit(const Unit& unit) {
  if (unit.bare || unit.any != 0) return {"1", {}, {}};
  Unit target = unit.point ? unit::kelvin : unit == unit::ppm ? unit : coherent(unit);
  std::string symbol = unit.point ? "K" : unit == unit::deg ? "rad" : target.symbol;
  return {std::move(symbol), conversion(unit, target), conversion(target, unit)};
}

std::string PointNames::input_name(std::string_view signal) {
  std::string marked(signal);
  for (std::size_t i = 1; i < marked.size(); ++i) {
    const bool separates =
        std::isalnum(static_cast<unsigned char>(marked[i - 1])) == 0 && marked[i - 1] != ']';
    if (marked[i] == 'u' && separates) marked[i] = 'U';
  }
  return name(marked);
}

std::string PointNames::name(std::string_view signal) {
  std::string name;
  for (const char c : signal) {
    const bool kept = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    if (kept || c != ']') name += kept ? c : '_';
  }
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0) {
    name.insert(name.begin(), '_');
  }
  std::string free = name;
  for (int i = 2; !given_.insert(free).second; ++i) free = name + "_" + std::to_string(i);
  return free;
}

}  // namespace hearth::apps
