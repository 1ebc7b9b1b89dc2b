// SPDX-License-Identifier: MIT
#include "hearth/tests/dynamics/case_file.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>

#include <catch2/catch.hpp>

#include "hearth/tests/support/shared_data.hpp"

namespace hearth::test {
namespace {

std::vector<double> flat(const nlohmann::json& values) {
  std::vector<double> result;
  for (const auto& value : values) {
    if (value.is_array()) {
      for (const double inner : flat(value)) result.push_back(inner);
    } else {
      result.push_back(value.get<double>());
    }
  }
  return result;
}

}  // namespace

std::optional<CaseFile> CaseFile::read(const std::string& id) {
  const auto path = shared_data("data/dynamics/" + id + ".json");
  if (!path) return std::nullopt;
  std::ifstream file(*path);
  return CaseFile(nlohmann::json::parse(file));
}

std::vector<double> CaseFile::times(const std::string& prefix) const {
  std::vector<double> result;
  for (const auto& entry : json_["expected"]) {
    if (!entry.contains("t")) continue;
    if (entry["quantity"].get<std::string>().starts_with(prefix)) result.push_back(entry["t"]);
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

void CaseFile::compare(const std::string& what, double value, double expected) const {
  const auto& tolerance = json_["tolerance"];
  const double allowed =
      tolerance.value("atol", 0.0) + tolerance.value("rtol", 0.0) * std::abs(expected);
  INFO(what << ": " << Catch::StringMaker<double>::convert(value) << ", expected "
            << Catch::StringMaker<double>::convert(expected) << ", off by "
            << std::abs(value - expected) << " of " << allowed);
  CHECK(std::abs(value - expected) <= allowed);
}

void CaseFile::check_times(const std::function<double(const std::string&, double)>& answer,
                           const std::string& prefix) {
  std::size_t index = 0;
  for (const auto& entry : json_["expected"]) {
    const std::size_t number = index++;
    const std::string quantity = entry["quantity"];
    if (!entry.contains("t") || !quantity.starts_with(prefix)) continue;
    answered_[number] = true;
    const double time = entry["t"];
    compare(quantity + " at " + std::to_string(time), answer(quantity, time), entry["value"]);
  }
}

const nlohmann::json& CaseFile::entry(const std::string& quantity) {
  std::size_t index = 0;
  for (const auto& entry : json_["expected"]) {
    if (entry["quantity"] == quantity && !answered_[index]) {
      answered_[index] = true;
      return entry;
    }
    ++index;
  }
  FAIL("the case expects no '" << quantity << "'");
  return json_;
}

void CaseFile::check_value(const std::string& quantity, double value) {
  compare(quantity, value, entry(quantity)["value"]);
}

void CaseFile::check_event_times(const std::string& quantity, const std::vector<double>& times) {
  const std::vector<double> expected = flat(entry(quantity)["values"]);
  REQUIRE(times.size() >= expected.size());
  const double allowed = json_["tolerance"]["event_time_atol"];
  for (std::size_t i = 0; i < expected.size(); ++i) {
    INFO(quantity << " " << i << ": off by " << std::abs(times[i] - expected[i]) << " s");
    CHECK(std::abs(times[i] - expected[i]) <= allowed);
  }
}

void CaseFile::check_values(const std::string& quantity, const std::vector<double>& values) {
  const auto& found = entry(quantity);
  const std::vector<double> expected =
      flat(found.contains("values") ? found["values"] : found["value"]);
  REQUIRE(values.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    compare(quantity + " " + std::to_string(i), values[i], expected[i]);
  }
}

nlohmann::json CaseFile::take(const std::string& quantity) {
  const auto& found = entry(quantity);
  return found.contains("values") ? found["values"] : found["value"];
}

void CaseFile::check_complete() const {
  std::size_t index = 0;
  for (const auto& entry : json_["expected"]) {
    const auto found = answered_.find(index++);
    INFO("no test answered for " << entry.dump());
    CHECK((found != answered_.end() && found->second));
  }
}

}  // namespace hearth::test
