// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace hearth::cases {

enum class Verdict { Pass, Fail, Skip };

/// Curves of one case for the validation page: hours against values.
struct Plot {
  struct Curve {
    std::string name{};
    std::vector<double> x{}, y{};
    bool reference = false;  ///< what is compared with
  };
  std::string x_label{}, y_label{};
  std::vector<Curve> curves{};
};

/// A value between limits, for the validation page.
struct Band {
  std::string name{}, unit{};
  double low = 0.0, high = 0.0, value = 0.0;
};

/// A number compared with a reference.
struct Check {
  std::string what;  ///< "" where the case compares one thing only
  double deviation = 0.0;
  double tolerance = 0.0;
  std::string unit;                                       ///< "" for relative deviations
  bool inside() const { return deviation <= tolerance; }  ///< false for NaN
  /// Returns the share of the tolerance that is used up; infinite for NaN.
  double share() const;
};

/// One case and what came of it.
struct Outcome {
  Verdict verdict = Verdict::Skip;
  std::string group{};   ///< "vdi6007", "bestest", the name of a file of component laws
  std::string name{};    ///< "case 3"
  std::string detail{};  ///< "0.051 K of 0.15 K", or why it is skipped
  std::string note{};    ///< for the page: where a miss comes from
  std::vector<Plot> plots{};
  std::vector<Band> bands{};
  std::vector<Check> checks{};
};

/// Collects the outcomes of a run and prints each as a line.
class CaseReport {
 public:
  explicit CaseReport(std::ostream& out) : out_(out) {}

  /// A case that is right where every check is inside its tolerance. Names the check that is worst
  /// in terms of its tolerance.
  Outcome& compare(const std::string& group, const std::string& name,
                   const std::vector<Check>& checks);
  /// A case of which something else than tolerances decides.
  Outcome& add(Outcome outcome);
  /// A table that is not a case.
  Outcome& skip(const std::string& group, const std::string& name, const std::string& reason);

  /// Takes over what another report printed and collected.
  void take(const std::string& lines, const std::vector<Outcome>& outcomes);

  /// Prints `N passed, N failed, N skipped`.
  void summarise() const;
  int count(Verdict verdict) const;
  const std::vector<Outcome>& outcomes() const { return outcomes_; }

 private:
  std::ostream& out_;
  std::vector<Outcome> outcomes_;
};

}  // namespace hearth::cases
