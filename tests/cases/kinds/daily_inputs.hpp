// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "hearth/framework/model/model.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::cases {

/// A number or list of numbers somewhere below an object, with the names that lead there joined by
/// points.
struct Leaf {
  std::string path;
  const nlohmann::json* value;

  bool has(std::string_view part) const { return path.find(part) != std::string::npos; }
  bool ends(std::string_view part) const { return path.ends_with(part); }
};

/// Returns all numbers and lists of numbers below an object.
std::vector<Leaf> leaves(const nlohmann::json& object);

/// Inputs that repeat every day, as equally long parts of it that are held; they become Schedules.
class DailyInputs {
 public:
  explicit DailyInputs(int days) : days_(days) {}

  /// Returns the values of a day: a list, or one number for all of it, each converted.
  static std::vector<double> values(const nlohmann::json& day,
                                    const std::function<double(double)>& convert = {});
  /// Returns temperatures in degC; the name's ending `_K` or `_degC` sets the unit.
  static std::vector<double> temperatures(const nlohmann::json& day, std::string_view name);

  /// Adds a Schedule of that name that feeds the inputs named in `to`.
  void feed(SimulationModel& model, const std::string& id, const std::vector<double>& day,
            const std::vector<std::string>& to);
  /// Delivers what the Schedules represent.
  test::ListResolver resolver() const { return test::ListResolver(entries_); }

 private:
  int days_;
  std::vector<test::ListResolver::Entry> entries_;
};

}  // namespace hearth::cases
