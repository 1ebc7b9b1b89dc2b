// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace hearth::test {

/// One case of the reference data for dynamical systems: expected values with tolerances.
///
/// A test answers for the quantities it can; what is expected and not answered fails the test.
class CaseFile {
 public:
  /// Reads `data/dynamics/<id>.json`; nothing, with a warning, where the reference data is absent.
  static std::optional<CaseFile> read(const std::string& id);

  /// Returns the times at which this quantity (or any, if it is "") is expected, ascending.
  std::vector<double> times(const std::string& prefix = "") const;
  /// Checks all values at times of quantities that begin with `prefix`, within the file's
  /// tolerance.
  void check_times(const std::function<double(const std::string& quantity, double time)>& answer,
                   const std::string& prefix = "");
  /// Checks a number without a time.
  void check_value(const std::string& quantity, double value);
  /// Checks the first numbers of a list against event times.
  void check_event_times(const std::string& quantity, const std::vector<double>& times);
  /// Checks a list of numbers, or of rows, one after the other.
  void check_values(const std::string& quantity, const std::vector<double>& values);
  /// Counts a quantity as answered for: the test checks it in words of its own.
  nlohmann::json take(const std::string& quantity);
  /// Fails for all expected values that no test has taken.
  void check_complete() const;

  double number(const std::string& parameter) const { return json_["parameters"][parameter]; }
  double start(const std::string& state) const { return json_["initial_state"][state]; }
  const nlohmann::json& json() const { return json_; }

 private:
  explicit CaseFile(nlohmann::json json) : json_(std::move(json)) {}
  void compare(const std::string& what, double value, double expected) const;
  const nlohmann::json& entry(const std::string& quantity);

  nlohmann::json json_;
  std::map<std::size_t, bool> answered_;
};

}  // namespace hearth::test
