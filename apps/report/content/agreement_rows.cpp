// SPDX-License-Identifier: MIT
#include "hearth/apps/report/content/agreement_rows.hpp"

#include <cmath>
#include <utility>

#include "hearth/data/sources/measurement.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth::apps {
namespace {

// Limits of ASHRAE Guideline 14 for hourly data of a calibrated simulation.
constexpr double kNmbeLimit = 0.10;
constexpr double kCvRmseLimit = 0.30;
constexpr std::size_t kPlainColumns = 7;

constexpr const char* kNote =
    "Errors are simulated minus measured; the NMBE of ASHRAE Guideline 14 has the opposite sign, "
    "measured minus simulated. NMBE and CV(RMSE) are for energy, power and flow; hourly "
    "limits of ASHRAE Guideline 14: 10 % and 30 %.";

}  // namespace

AgreementRows::AgreementRows(std::string title) : title_(std::move(title)) {}

void AgreementRows::add(const std::string& signal, const Agreement& agreement) {
  std::vector<std::string> row = {signal, difference_unit(agreement.unit)};
  row.push_back(number_text(static_cast<double>(agreement.n)));
  row.push_back(number_text(static_cast<double>(agreement.missing)));
  for (const double error : {agreement.rmse, agreement.bias, agreement.mae}) {
    row.push_back(agreement.n > 0 ? number_text(error) : "");
  }
  add_judgement(agreement.nmbe, agreement.cv_rmse, agreement.hourly, row);
  rows_.push_back(std::move(row));
}

void AgreementRows::add(const std::string& signal, const Json& agreement) {
  std::vector<std::string> row = {signal, text_member(agreement, "unit")};
  for (const char* key : {"n", "missing", "rmse", "bias", "mae"}) {
    row.push_back(digits(member(agreement, key)));
  }
  add_judgement(number_member(agreement, "nmbe"), number_member(agreement, "cv_rmse"),
                member(agreement, "guideline14_hourly").is_boolean(), row);
  rows_.push_back(std::move(row));
}

void AgreementRows::add_judgement(std::optional<double> nmbe, std::optional<double> cv_rmse,
                                  bool hourly, std::vector<std::string>& row) {
  row.resize(kPlainColumns + 3);
  if (!nmbe || !cv_rmse) return;
  judged_ = true;
  row[kPlainColumns] = number_text(100.0 * *nmbe);
  row[kPlainColumns + 1] = number_text(100.0 * *cv_rmse);
  if (!hourly) return;
  const bool inside = std::abs(*nmbe) <= kNmbeLimit && *cv_rmse <= kCvRmseLimit;
  row[kPlainColumns + 2] = inside ? "inside" : "outside";
}

ReportTable AgreementRows::table() const {
  ReportTable table;
  table.title = title_;
  table.columns = {"signal", "unit", "n",    "missing",  "rmse",
                   "bias",   "mae",  "NMBE", "CV(RMSE)", "Guideline 14"};
  table.units = {"", "", "", "", "", "", "", "%", "%", ""};
  table.numeric = {false, false, true, true, true, true, true, true, true, false};
  table.cells = rows_;
  table.note = kNote;
  if (judged_) return table;
  table.note = "Errors are simulated minus measured.";
  table.columns.resize(kPlainColumns);
  table.units.resize(kPlainColumns);
  table.numeric.resize(kPlainColumns);
  for (auto& row : table.cells) row.resize(kPlainColumns);
  return table;
}

}  // namespace hearth::apps
