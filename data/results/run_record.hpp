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

enum class RunStatus { Running, Done, Failed, Interrupted };

/// How far a run of many parts is.
struct RunProgress {
  long done = 0;    ///< parts that have ended, failed ones included
  long failed = 0;  ///< parts that could not continue
  long total = 0;
  std::optional<double> seconds_left{};  ///< estimate; none if nothing is known yet
};

/// What the continuous engine found in a run.
struct ContinuousRecord {
  struct Event {
    double seconds = 0.0;   ///< since the start of the run
    std::string time;       ///< the same to the millisecond, as rows of results have it
    std::string component;  ///< id
    std::string event;      ///< name of the guard, with `[key]` where needed
    std::string direction;  ///< `rises` or `falls`; `rises` where received
    int microstep = 0;
  };
  struct Loop {
    std::vector<std::string> solved_for;   ///< outputs `id.port`
    std::vector<std::string> connections;  ///< `a.y -> b.u`
  };
  struct Statistics {
    long steps = 0;      ///< of the integrator
    long rejected = 0;   ///< steps given up
    long rates = 0;      ///< evaluations of dx/dt
    long jacobians = 0;  ///< evaluations of its derivatives
    long restarts = 0;   ///< of the integrator: at events, jumps and bends
    long ticks = 0;      ///< instants at which samples were taken
  };

  std::string method;  ///< as the option is called
  double relative_tolerance = 0.0, absolute_tolerance = 0.0;
  long event_count = 0;       ///< of all events
  std::vector<Event> events;  ///< the first of them
  std::vector<Loop> loops;    ///< algebraic loops that were solved
  Statistics statistics;
};

/// How the stepwise engine ran.
struct StepwiseRecord {
  std::string coupling;  ///< as the options are called, as below
  std::string substeps;  ///< `auto` or a number
  std::string cycle_removal;
  std::string input_hold;
  double step = 0.0;  ///< s
  long steps = 0;
  long parts = 0;  ///< into which the steps were divided, those that were taken again included
};

/// What the rows and columns of the results are.
struct RowsRecord {
  struct Column {
    std::string name, unit;
    std::string value;  ///< `end`, `mean`, `min`, `max` or `sum` over the interval of a row
  };
  std::string every;  ///< interval of a row, whose end is the stamp; "": a step of the run
  std::string stamp = "end";
  std::vector<Column> columns{};
};

/// What a run was made of and how it ended: a file next to the results (`run_record_path`).
struct RunRecord {
  std::string version;
  std::vector<std::string> command;  ///< the program's arguments, its name first
  std::string model;                 ///< path of the model file, "" if there are several
  std::vector<InputFile> inputs;
  std::optional<RunProgress> progress;  ///< of runs that have parts
  std::optional<std::uint64_t> seed;
  int threads = 1;
  double wall_seconds = 0.0;
  RunStatus status = RunStatus::Running;
  Diagnostics diagnostics;
  std::vector<SeriesReport> series;
  std::vector<std::string> outputs;              ///< files the run wrote
  std::optional<RowsRecord> rows{};              ///< of runs that write rows
  std::optional<StepwiseRecord> stepwise{};      ///< of runs of the stepwise engine
  std::optional<ContinuousRecord> continuous{};  ///< of runs of the continuous engine
  std::optional<BalanceRecord> balance{};        ///< of runs of one model
};

/// Returns `running`, `done`, `failed` or `interrupted`.
std::string_view to_string(RunStatus status);

/// Returns the record as JSON text, keys in a fixed order.
std::string run_record_json(const RunRecord& record);

/// Writes the record; a reader sees the old text or the new one. Call it at the start of a run, as
/// it continues and at its end. Throws `file.write`.
void write_run_record(const RunRecord& record, const std::filesystem::path& path);

/// Writes the record at the end of a run. Where the disk has no room for a new file, the text takes
/// the place of the old one within the room that has, without notes and warnings if needed. Throws
/// `file.write`.
void end_run_record(const RunRecord& record, const std::filesystem::path& path);

/// Returns where the record of results is written: `results.run.json` for `results.csv`. Where that
/// is the record of other results that are still there, or no record at all, a number is added:
/// `results-2.run.json`. A record that the run has begun keeps its name, unless a run next to it
/// has put its own there meanwhile.
std::filesystem::path run_record_path(const std::filesystem::path& results,
                                      const std::filesystem::path& begun = {});

/// Returns the files that may be the record of results, the likeliest first; `run.json`, its former
/// name and that of folders of results, is last. Those that do not exist are left out.
std::vector<std::filesystem::path> run_record_places(const std::filesystem::path& results);

/// Returns whether the record in `file` is that of results: its run wrote a file of their name, or
/// one of another name and the same kind and was renamed with them. That of a run that has written
/// nothing, or not yet, is nobody's: results that exist are those of a run before it.
bool is_record_of(const RunRecord& record, const std::filesystem::path& file,
                  const std::filesystem::path& results);

/// Reads the record of a run. What it lacks keeps its default, so that records of other versions
/// can be read. Throws `run.record_invalid` if it has no status, and as `read_text_file`.
RunRecord read_run_record(const std::filesystem::path& path);

}  // namespace hearth
