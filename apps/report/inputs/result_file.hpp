// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
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

/// A file or folder from which a report is made.
struct ResultFile {
  ResultKind kind = ResultKind::Run;
  std::filesystem::path path;    ///< the file, or the folder of scenarios
  std::filesystem::path folder;  ///< folder of the result and its record
  std::string name;              ///< its name in the report
  std::optional<RunRecord> record{};
  std::filesystem::path record_file{};  ///< "" if there is none
};

/// Finds the kind of each result from its content, reads its record and gives it a unique name.
/// Throws InputError `report.kind_unknown` with the expected content, and the errors of reading a
/// file; a missing record, or the record of another run, is reported by a warning.
std::vector<ResultFile> find_results(const std::vector<std::filesystem::path>& paths,
                                     Diagnostics& diagnostics);

/// Throws InputError `report.kind_unknown` if the content of a file is not of the kind `kind`. It
/// is for options that take results of one kind only, `Run` or `Import`.
void require_result_kind(const std::filesystem::path& path, ResultKind kind,
                         std::string_view option);

/// Returns the results of a simulation with their record, if it exists, without reading the
/// results.
ResultFile run_result(const std::filesystem::path& path);

/// Gives results unique names.
void give_names(std::vector<ResultFile>& results);

/// Returns the hash of a file. The file may be in any folder, because its content is not shown. A
/// file is read again only if it has changed, and the total number of bytes that are read is
/// limited.
std::optional<std::uint64_t> hash_once(const std::filesystem::path& path);

/// Finds files that a record names by paths relative to the folder in which its command ran.
class RunPlaces {
 public:
  explicit RunPlaces(const ResultFile& result);

  /// Returns the present path of a file. It is searched in the folder of the command, in the
  /// working directory, next to the results and in the folders above them. A file with the recorded
  /// content takes precedence, and may be read wherever it is; any other file may be read only if
  /// its folder is permitted (`may_read`).
  std::optional<std::filesystem::path> find(const std::string& recorded) const;
  /// Returns the present path of a folder. Its files can be read only if that is permitted, as it
  /// is for inputs with the recorded content.
  std::optional<std::filesystem::path> find_folder(const std::string& recorded) const;

 private:
  std::vector<std::filesystem::path> places_;
  std::vector<InputFile> inputs_;
};

}  // namespace hearth::apps
