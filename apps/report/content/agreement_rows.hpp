// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/apps/report/content/json_members.hpp"
#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/estimation/calibration/calibration.hpp"

namespace hearth::apps {

/// A table of simulated against measured signals. Rows of quantities to which the limits of ASHRAE
/// Guideline 14 apply also contain NMBE and CV(RMSE), with the hourly limits.
class AgreementRows {
 public:
  explicit AgreementRows(std::string title);

  void add(const std::string& signal, const Agreement& agreement);
  /// Adds an entry of `measurements` in the result of a calibration.
  void add(const std::string& signal, const Json& agreement);

  /// Returns the table without its empty columns.
  ReportTable table() const;

 private:
  void add_judgement(std::optional<double> nmbe, std::optional<double> cv_rmse, bool hourly,
                     std::vector<std::string>& row);

  std::string title_;
  std::vector<std::vector<std::string>> rows_;
  bool judged_ = false;
};

}  // namespace hearth::apps
