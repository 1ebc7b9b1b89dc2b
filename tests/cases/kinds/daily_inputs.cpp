// SPDX-License-Identifier: MIT
#include "hearth/tests/cases/kinds/daily_inputs.hpp"

#include <algorithm>

#include "hearth/components/physics/psychrometrics.hpp"

namespace hearth::cases {
namespace {

using nlohmann::json;

constexpr double kDay = 86400.0;  // s

void collect(const json& object, const std::string& above, std::vector<Leaf>& found) {
  for (const auto& [name, value] : object.items()) {
    const std::string path = above.empty() ? name : above + "." + name;
    if (value.is_object()) {
      collect(value, path, found);
    } else if (value.is_number() || (value.is_array() && !value.empty() &&
                                     (value[0].is_number() || value[0].is_array()))) {
      found.push_back({path, &value});
    }
  }
}

}  // namespace

std::vector<Leaf> leaves(const json& object) {
  std::vector<Leaf> found;
  collect(object, "", found);
  return found;
}

std::vector<double> DailyInputs::values(const json& day,
                                        const std::function<double(double)>& convert) {
  std::vector<double> result =
      day.is_array() ? day.get<std::vector<double>>() : std::vector<double>{day.get<double>()};
  if (convert) std::transform(result.begin(), result.end(), result.begin(), convert);
  return result;
}

std::vector<double> DailyInputs::temperatures(const json& day, std::string_view name) {
  const double shift = name.ends_with("_K") ? physics::kKelvin : 0.0;
  return values(day, [shift](double value) { return value - shift; });
}

void DailyInputs::feed(SimulationModel& model, const std::string& id,
                       const std::vector<double>& day, const std::vector<std::string>& to) {
  const bool moves = std::adjacent_find(day.begin(), day.end(), std::not_equal_to<>()) != day.end();
  if (moves) {
    test::ListResolver::Entry entry;
    const double part = kDay / static_cast<double>(day.size());
    for (int i = 0; i < days_; ++i) {
      for (std::size_t k = 0; k < day.size(); ++k) {
        entry.points.push_back({i * kDay + static_cast<double>(k) * part, day[k]});
      }
    }
    model.add_component(test::listed(id, static_cast<int>(entries_.size())));
    entries_.push_back(std::move(entry));
  } else {
    model.add_component(test::constant(id, day.at(0)));
  }
  for (const std::string& input : to) model.add_connection(id + ".scheduleValue -> " + input);
}

}  // namespace hearth::cases
