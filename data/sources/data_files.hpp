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
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/weather/weather_file.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/series.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Where data files are looked for, and the zone of naive stamps if nothing else sets it.
struct DataOptions {
  std::vector<std::filesystem::path> folders{};  ///< paths are relative to these: the model's first
  std::optional<std::filesystem::path> data_dir{};  ///< files are found here by path or base name
  std::string timezone{};                           ///< `--timezone`; "": none
};

/// What a file is read for.
struct SeriesNeed {
  Site site{};  ///< its zone is that of naive stamps, if neither the column nor the file sets one
  std::optional<Instant> from{}, to{};  ///< none: the year of the file
};

/// Returns the part after the last slash or backslash.
std::string base_name(const std::string& path);

/// Returns how a file in a folder names another one: from that folder, or by its whole path if
/// that cannot be.
std::string name_from(const std::filesystem::path& folder, const std::filesystem::path& file);

/// The data files of a model: each is found, read and cut into series once, whatever uses it.
///
/// Keys of what is kept are full paths and all rules of reading. May be used from several threads.
class DataFiles {
 public:
  explicit DataFiles(DataOptions options);

  const DataOptions& options() const { return options_; }

  /// Returns the path of a file as a model names it, or nothing.
  std::optional<std::filesystem::path> find(const std::string& file) const;
  /// Returns `data.file_missing`, which names the searched folders.
  InputError missing_file(const std::string& file, const Where& where) const;

  /// Returns the error for a column that a file lacks, nothing if it is there; what was found
  /// about its format goes to `notes` on first reading.
  std::optional<InputError> lacks(const std::filesystem::path& path, const FileColumn& column,
                                  Diagnostics& notes);
  /// Returns a column's samples: of a CSV or SQLite file all of it, of a weather file its year as
  /// often as `need` asks for. Kept for others who ask for it, except one with a `scale` or an
  /// `offset`: runs of a set may each have their own. Throws InputError.
  std::shared_ptr<const RawSeries> series(const std::filesystem::path& path,
                                          const FileColumn& column, const SeriesNeed& need,
                                          Diagnostics& notes);

  /// Returns the place that a weather file names, as SeriesResolver::place does.
  std::optional<SeriesResolver::Place> place(const std::string& file);

  /// Returns the files read so far, sorted by path.
  std::vector<InputFile> inputs() const;
  /// From now on a file of these that is read for the first time must have its hash, otherwise it
  /// throws `data.changed`.
  void require(const std::vector<InputFile>& files);

 private:
  struct Table {
    std::string file;
    std::uint64_t hash = 0;
    std::variant<CsvTable, WeatherFile, SqliteSeries> content;
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
  std::map<std::string, std::shared_ptr<const RawSeries>> weather_;  // by all that it depends on
};

/// Returns a file with the hash that `DataFiles::inputs` gives for it; throws as `hashed_file`.
InputFile hashed_data_file(const std::filesystem::path& path);

/// Notes the places of the files that configurations name; one that was not found keeps
/// its place empty.
void locate_files(SimulationModel& model, const DataFiles& files);

/// Returns the paths at which the files that configurations name were found; sorted, each once.
std::vector<std::string> located_files(const SimulationModel& model);

/// Calls `visit` with every file column that a model names: of series, then of measurements.
void visit_file_columns(const SimulationModel& model,
                        const std::function<void(const FileColumn&)>& visit);

/// Returns all files that a model names and that exist, also those that a run may not need:
/// series, measurements and files of configurations; sorted, each once.
std::vector<std::filesystem::path> named_files(const SimulationModel& model,
                                               const DataFiles& files);

}  // namespace hearth
