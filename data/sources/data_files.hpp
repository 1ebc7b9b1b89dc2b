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

/// Folders in which data files are searched, and the zone of stamps if nothing else sets it.
struct DataOptions {
  std::vector<std::filesystem::path> folders{};  ///< base folders of paths; the model's is first
  /// Folder that precedes the others: files are found here by their path or base name, except
  /// those that are at an absolute path.
  std::optional<std::filesystem::path> data_dir{};
  std::string timezone{};  ///< `--timezone`; "": none
};

/// Site and time span for which a file is read.
struct SeriesNeed {
  Site site{};  ///< its zone applies to stamps if neither column nor file sets one
  std::optional<Instant> from{}, to{};  ///< none: the year of the file
};

/// Returns the part after the last slash or backslash.
std::string base_name(const std::string& path);

/// Returns the name of another file as seen from a folder: a relative path, or the absolute path if
/// that is impossible.
std::string name_from(const std::filesystem::path& folder, const std::filesystem::path& file);

/// The data files of a model: each is found, read and split into series once for all users.
///
/// Cached series are keyed by full path and all rules of reading. Several threads may use it.
class DataFiles {
 public:
  explicit DataFiles(DataOptions options);

  const DataOptions& options() const { return options_; }

  /// Returns the path of a file that a model names, or nothing.
  std::optional<std::filesystem::path> find(const std::string& file) const;
  /// Returns `data.file_missing`, which names the searched folders.
  InputError missing_file(const std::string& file, const Where& where) const;

  /// Returns the error for a column that a file lacks, or nothing if the column exists; notes about
  /// the file's format go to `notes` when it is first read.
  std::optional<InputError> lacks(const std::filesystem::path& path, const FileColumn& column,
                                  Diagnostics& notes);
  /// Returns a column's samples: all of a CSV or SQLite file; of a weather file its year, repeated
  /// to cover `need`. The samples are cached, except those with a `scale` or an `offset`, since
  /// each run of a set may have its own. Throws InputError.
  std::shared_ptr<const RawSeries> series(const std::filesystem::path& path,
                                          const FileColumn& column, const SeriesNeed& need,
                                          Diagnostics& notes);

  /// Returns the place of a weather file, as SeriesResolver::place does.
  std::optional<SeriesResolver::Place> place(const std::string& file);

  /// Returns the files read so far, sorted by path.
  std::vector<InputFile> inputs() const;
  /// From now on, any of these files that is read for the first time must have its hash; otherwise
  /// `data.changed` is thrown.
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

/// Returns a file with the hash that `DataFiles::inputs` has for it; throws as `hashed_file`.
InputFile hashed_data_file(const std::filesystem::path& path);

/// Stores the places of the files that configurations name; if a file was not found, its place
/// stays empty.
void locate_files(SimulationModel& model, const DataFiles& files);

/// Returns the paths at which the files that configurations name were found; sorted, each once.
std::vector<std::string> located_files(const SimulationModel& model);

/// Calls `visit` with every file column that a model names: of series, then of measurements.
void visit_file_columns(const SimulationModel& model,
                        const std::function<void(const FileColumn&)>& visit);

/// Returns all existing files that a model names, including those that a run may not need:
/// series, measurements and files of configurations; sorted, each once.
std::vector<std::filesystem::path> named_files(const SimulationModel& model,
                                               const DataFiles& files);

}  // namespace hearth
