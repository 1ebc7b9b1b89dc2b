// SPDX-License-Identifier: MIT
#include "hearth/tests/cases/case_report.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace hearth::cases {
namespace {

const char* word(Verdict verdict) {
  switch (verdict) {
    case Verdict::Pass:
      return "PASS";
    case Verdict::Fail:
      return "FAIL";
    default:
      return "SKIP";
  }
}

std::string text_of(const Check& check) {
  const std::string unit = check.unit.empty() ? "" : " " + check.unit;
  const std::string what = check.what.empty() ? "" : check.what + " ";
  return fmt::format("{}{:.3g}{} of {:.3g}{}", what, check.deviation, unit, check.tolerance, unit);
}

}  // namespace

double Check::share() const {
  if (std::isnan(deviation)) return std::numeric_limits<double>::infinity();
  if (tolerance > 0.0) return deviation / tolerance;
  return deviation > 0.0 ? std::numeric_limits<double>::infinity() : 0.0;
}

Outcome& CaseReport::compare(const std::string& group, const std::string& name,
                             const std::vector<Check>& checks) {
  Outcome outcome{.group = group, .name = name};
  if (checks.empty()) {
    outcome.verdict = Verdict::Fail;
    outcome.detail = "nothing was compared";
    return add(std::move(outcome));
  }
  const auto worst =
      std::max_element(checks.begin(), checks.end(),
                       [](const Check& a, const Check& b) { return a.share() < b.share(); });
  const bool inside =
      std::all_of(checks.begin(), checks.end(), [](const Check& check) { return check.inside(); });
  outcome.verdict = inside ? Verdict::Pass : Verdict::Fail;
  outcome.detail = text_of(*worst);
  outcome.checks = checks;
  return add(std::move(outcome));
}

Outcome& CaseReport::add(Outcome outcome) {
  out_ << word(outcome.verdict) << ' ' << outcome.group << ' ' << outcome.name << ": "
       << outcome.detail << '\n'
       << std::flush;
  return outcomes_.emplace_back(std::move(outcome));
}

Outcome& CaseReport::skip(const std::string& group, const std::string& name,
                          const std::string& reason) {
  return add({.verdict = Verdict::Skip, .group = group, .name = name, .detail = reason});
}

void CaseReport::take(const std::string& lines, const std::vector<Outcome>& outcomes) {
  out_ << lines << std::flush;
  outcomes_.insert(outcomes_.end(), outcomes.begin(), outcomes.end());
}

void CaseReport::summarise() const {
  out_ << fmt::format("{} passed, {} failed, {} skipped\n", count(Verdict::Pass),
                      count(Verdict::Fail), count(Verdict::Skip));
}

int CaseReport::count(Verdict verdict) const {
  return static_cast<int>(
      std::count_if(outcomes_.begin(), outcomes_.end(),
                    [verdict](const Outcome& outcome) { return outcome.verdict == verdict; }));
}

}  // namespace hearth::cases
