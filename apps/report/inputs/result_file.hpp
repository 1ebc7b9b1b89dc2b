// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "hearth/data/results/run_record.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::apps {

enum class ResultKind {
  Run,          ///< CSV of `hearth simulate`
  Calibration,  ///< JSON of `hearth calibrate`
  Scenarios,    ///< folder of `hearth scenarios`
  Import,       ///< import report of `hearth translate`
  Posterior,    ///< JSON of `hearth sample`
  Chains,       ///< CSV of the chains of `hearth sample`
  Sensitivity,  ///< JSON of `hearth sensitivity`
  Control,      ///< JSON of `hearth optimize`
};

/// Something a report is made of.
struct ResultFile {
  ResultKind kind = ResultKind::Run;
  std::filesystem::path path;    ///< the file, or the folder of scenarios
  std::filesystem::path folder;  ///< where it and its record are
  std::string name;              ///< what it is called in the report
  std::optional<RunRecord> record{};
  std::filesystem::path record_file{};  ///< "" where there is none
};

/// Finds out from their content what results are, reads the record of each, and gives them names
/// that differ. InputError `report.kind_unknown`, with what was expected, and what reading a
/// file throws; a record that is missing or of another run is a warning.
std::vector<ResultFile> find_results(const std::vector<std::filesystem::path>& paths,
                                     Diagnostics& diagnostics);

/// Returns the results of a simulation with their record, if there is one; the content of the file
/// is not looked at.
ResultFile run_result(const std::filesystem::path& path);

/// Gives results names that differ.
void give_names(std::vector<ResultFile>& results);

/// Returns the hash of a file, wherever it lies: nothing of it is shown. A file is read once, as
/// long as it does not change, and no more of all files than records of runs can need.
std::optional<std::uint64_t> hash_once(const std::filesystem::path& path);

/// Finds files that a record names by paths relative to the folder in which its command ran.
class RunPlaces {
 public:
  explicit RunPlaces(const ResultFile& result);

  /// Returns where a file is: in the folder of the command, in the working directory, next to the
  /// results or above them. One that has the content it had comes first and may then be read; one
  /// that has not is found only where reading is permitted (`may_read`).
  std::optional<std::filesystem::path> find(const std::string& recorded) const;

 private:
  std::vector<std::filesystem::path> places_;
  std::vector<InputFile> inputs_;
};

}  // namespace hearth::apps
