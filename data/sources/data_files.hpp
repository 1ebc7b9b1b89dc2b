// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "hearth/data/series/time_series.hpp"
#include "hearth/data/sqlite/sqlite_series.hpp"
#include "hearth/data/text/csv.hpp"
#include "hearth/data/text/long_csv.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/weather/weather_file.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/series.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// The folders in which data files are searched, and the default zone of their stamps.
struct DataOptions {
  std::vector<std::filesystem::path> folders{};  ///< base folders; that of the model is first
  /// Folder that is searched before the others, first for the path and then for the base name of a
  /// file. It does not apply to absolute paths of existing files.
  std::optional<std::filesystem::path> data_dir{};
  std::string timezone{};  ///< zone of stamps if nothing else sets it (`--timezone`); "": none
};

/// The site and the time span for which a file is read.
struct SeriesNeed {
  Site site{};  ///< its zone applies to stamps if neither column nor file sets a zone
  std::optional<Instant> from{}, to{};  ///< not set: the year of the file
};

/// Returns the part of a path after the last slash or backslash.
std::string base_name(const std::string& path);

/// Returns the path of a file relative to a folder, or its absolute path if there is no relative
/// one.
std::string name_from(const std::filesystem::path& folder, const std::filesystem::path& file);

/// The data files of a model. Each file is found, read and split into series once for all users.
///
/// Series are cached by full path and all rules for reading. Several threads may use the object.
class DataFiles {
 public:
  explicit DataFiles(DataOptions options);

  const DataOptions& options() const { return options_; }

  /// Returns the path of a file that a model names, or nothing if it is not found.
  std::optional<std::filesystem::path> find(const std::string& file) const;
  /// Returns the error `data.file_missing`, which names the folders that were searched.
  InputError missing_file(const std::string& file, const Where& where) const;

  /// Returns the error for a column that the file lacks, or nothing if the column exists. When the
  /// file is first read, notes about its format are added to `notes`.
  std::optional<InputError> lacks(const std::filesystem::path& path, const FileColumn& column,
                                  Diagnostics& notes);
  /// Returns the values of a column: of a CSV or SQLite file all of them; of a weather file its
  /// year, repeated as often as `need` requires. The values are cached, except those with a `scale`
  /// or an `offset`, because each run of a set may have its own. Throws InputError.
  std::shared_ptr<const RawSeries> series(const std::filesystem::path& path,
                                          const FileColumn& column, const SeriesNeed& need,
                                          Diagnostics& notes);

  /// Returns the place of a weather file, as SeriesResolver::place does.
  std::optional<SeriesResolver::Place> place(const std::string& file);

  /// Returns the files read so far, sorted by path.
  std::vector<InputFile> inputs() const;
  /// Requires that each of these files has its hash if it is read for the first time after this
  /// call; otherwise reading it throws InputError `data.changed`.
  void require(const std::vector<InputFile>& files);

 private:
  struct Table {
    std::string file;
    std::uint64_t hash = 0;
    std::variant<CsvTable, WeatherFile, SqliteSeries, LongCsv> content;
  };
  using TimesKey = std::tuple<std::string, int, std::string>;  // table, column, other rules
  using SeriesKey = std::tuple<std::string, int, std::string>;

  std::vector<std::filesystem::path> places(const std::string& file) const;
  Table& locked_table(const std::filesystem::path& path, Separator separator, Diagnostics& notes);
  void require_known(const std::filesystem::path& path, std::uint64_t hash) const;
  std::shared_ptr<const RawSeries> locked_weather(const WeatherFile& weather,
                                                  const FileColumn& column, const SeriesNeed& need);
  std::shared_ptr<const RawSeries> locked_series(const CsvTable& table,
                                                 const std::string& table_key,
                                                 const FileColumn& column, const SeriesNeed& need,
                                                 Diagnostics& notes);
  const RowTimes& locked_times(const CsvTable& table, const TimesKey& key, const StampRules& rules,
                               Diagnostics& notes);

  DataOptions options_;
  mutable std::mutex mutex_;
  std::map<std::string, std::uint64_t> required_;  // by full path
  std::map<std::string, Table> tables_;
  std::map<TimesKey, RowTimes> times_;
  std::map<SeriesKey, std::shared_ptr<const RawSeries>> series_;
  std::map<std::string, std::shared_ptr<const RawSeries>> weather_;  // by all it depends on
};

/// Returns a file with the same hash as in `DataFiles::inputs`; throws the errors of `hashed_file`.
InputFile hashed_data_file(const std::filesystem::path& path);

/// Stores in a model the paths at which the files that configurations name were found. The path of
/// a file that was not found stays empty.
void locate_files(SimulationModel& model, const DataFiles& files);

/// Returns the paths that `locate_files` stored, sorted and without repetitions.
std::vector<std::string> located_files(const SimulationModel& model);

/// Calls `visit` with every column of a file that a model names: first those of series, then those
/// of measurements.
void visit_file_columns(const SimulationModel& model,
                        const std::function<void(const FileColumn&)>& visit);

/// Returns all existing files of series, measurements and configurations that a model names, even
/// if a run does not need them; sorted and without repetitions.
std::vector<std::filesystem::path> named_files(const SimulationModel& model,
                                               const DataFiles& files);

}  // namespace hearth
