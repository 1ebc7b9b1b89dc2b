// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/data/results/balance_record.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/series.hpp"

namespace hearth {

/// Status of a run in its record.
enum class RunStatus { Running, Done, Failed, Interrupted };

/// Progress of a run with several parts.
struct RunProgress {
  long done = 0;    ///< parts that have ended, including those that failed
  long failed = 0;  ///< parts that ended with an error
  long total = 0;
  std::optional<double> seconds_left{};  ///< estimate; not set if it is not known yet
};

/// How the continuous engine ran.
struct ContinuousRecord {
  struct Event {
    double seconds = 0.0;   ///< since the start of the run
    std::string time;       ///< instant to the millisecond, as in rows of results
    std::string component;  ///< id
    std::string event;      ///< name of the guard, with `[key]` where needed
    std::string direction;  ///< `rises` or `falls`; `rises` for received events
    int microstep = 0;
  };
  struct Loop {
    std::vector<std::string> solved_for;   ///< outputs `id.port`
    std::vector<std::string> connections;  ///< `a.y -> b.u`
  };
  struct Statistics {
    long steps = 0;      ///< of the integrator
    long rejected = 0;   ///< steps rejected
    long rates = 0;      ///< evaluations of dx/dt
    long jacobians = 0;  ///< evaluations of its derivatives
    long restarts = 0;   ///< of the integrator: at events, jumps and kinks
    long ticks = 0;      ///< instants at which samples were taken
  };

  std::string method;  ///< as in the option
  double relative_tolerance = 0.0, absolute_tolerance = 0.0;
  long event_count = 0;       ///< number of all events
  std::vector<Event> events;  ///< the first events
  std::vector<Loop> loops;    ///< algebraic loops that were solved
  Statistics statistics;
};

/// How the stepwise engine ran.
struct StepwiseRecord {
  std::string coupling;  ///< as in the options
  std::string substeps;  ///< `auto` or a number
  std::string cycle_removal;
  std::string input_hold;
  double step = 0.0;  ///< s
  long steps = 0;
  long parts = 0;  ///< into which steps were divided, including repeated parts
};

/// The interval of the rows and the columns of the results.
struct RowsRecord {
  struct Column {
    std::string name, unit;
    std::string value;  ///< `end`, `mean`, `min`, `max` or `sum` over the interval of a row
  };
  std::string every;  ///< interval of a row, stamped at its end; "": a step of the run
  std::string stamp = "end";
  std::vector<Column> columns{};
};

/// The record of a run: its inputs and how it ended. It is a file next to the results
/// (`run_record_path`).
struct RunRecord {
  std::string version;
  std::vector<std::string> command;  ///< the program's name and arguments
  std::string model;                 ///< path of the model file, "" if there are several
  std::vector<InputFile> inputs;
  std::optional<RunProgress> progress;  ///< of runs that have parts
  std::optional<std::uint64_t> seed;
  int threads = 1;
  double wall_seconds = 0.0;
  RunStatus status = RunStatus::Running;
  Diagnostics diagnostics;
  std::vector<SeriesReport> series;
  std::vector<std::string> outputs;              ///< files that the run wrote
  std::optional<RowsRecord> rows{};              ///< of runs that write rows
  std::optional<StepwiseRecord> stepwise{};      ///< of runs of the stepwise engine
  std::optional<ContinuousRecord> continuous{};  ///< of runs of the continuous engine
  std::optional<BalanceRecord> balance{};        ///< of runs of one model
};

/// Returns `running`, `done`, `failed` or `interrupted`.
std::string_view to_string(RunStatus status);

/// Returns the record as JSON text, with keys in a fixed order.
std::string run_record_json(const RunRecord& record);

/// Writes the record; a reader sees either the old or the new text. Call it at the start of a run,
/// during the run and at its end. Throws InputError `file.write`.
void write_run_record(const RunRecord& record, const std::filesystem::path& path);

/// Writes the record at the end of a run. If the disk has no space for a new file, the old file is
/// overwritten, if needed without notes and warnings. Throws InputError `file.write`.
void end_run_record(const RunRecord& record, const std::filesystem::path& path);

/// Returns the path for the record of results: `results.run.json` for `results.csv`. If a file of
/// this name is the record of other results that still exist, or is not a record, a number is
/// added: `results-2.run.json`. If the run has begun its record (`begun`), the record keeps its
/// path, unless another run in the folder has written its own record there in the meantime.
std::filesystem::path run_record_path(const std::filesystem::path& results,
                                      const std::filesystem::path& begun = {});

/// Returns the existing files that may be the record of results, the most likely first. The last is
/// `run.json`, the name of the record in a folder of results.
std::vector<std::filesystem::path> run_record_places(const std::filesystem::path& results);

/// Returns whether the record in `file` belongs to `results`: its run wrote a file of this name, or
/// a file of another name and the same kind, which was renamed together with the record. Returns
/// false if the run has not written results yet, because existing results are then those of an
/// earlier run.
bool is_record_of(const RunRecord& record, const std::filesystem::path& file,
                  const std::filesystem::path& results);

/// Reads the record of a run. Missing members keep their default, so that records of other versions
/// can be read. Throws InputError `run.record_invalid` if it has no status, and the errors of
/// `read_text_file`.
RunRecord read_run_record(const std::filesystem::path& path);

}  // namespace hearth
