// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "hearth/framework/base/error.hpp"

namespace hearth {

/// Kinds of work that a small file could increase without bound and that are therefore limited.
enum class WorkLimit {
  Components,          ///< components of a model with composites, after these are expanded
  PatchBytes,          ///< bytes that the operations of a patch add to a model
  GraphSteps,          ///< triples that a query, or a pattern of a mapping, examines
  QueryRows,           ///< answers and intermediate rows of a query
  QueryBytes,          ///< bytes of the texts that a query creates
  SunIntervals,        ///< positions of the sun in all series of a run
  FileBytes,           ///< bytes of a file
  UnpackedBytes,       ///< bytes of a compressed file after unpacking
  SqliteSteps,         ///< operations of an SQLite query; at least 20 per byte of the file
  SeriesPoints,        ///< points of all series of a run
  FileRuleSteps,       ///< comparisons of file rules with the files of a model
  KpiValues,           ///< monthly values of all KPIs of an evaluation
  Connections,         ///< connections of a model with composites, after these are expanded
  ModelBytes,          ///< bytes that composites add to a model
  CountedEntries,      ///< entries of the index sets whose size is a number in the model
  PatchWork,           ///< values that the operations of patches examine or move
  DerivedTriples,      ///< triples that follow from a graph
  DenseStates,         ///< sum of n^3 over the components of a model with n states
  MatrixEntries,       ///< entries of a dense matrix of a whole model
  ComparedRows,        ///< rows in the periods of a calibration
  CompiledComponents,  ///< components of all models that a scenario set makes by changes
  IntegratorSteps,     ///< steps of the integrator; the default grows with rows and events
  PatternSteps,        ///< comparisons of a letter of a pattern with a letter of a name
  FileColumns,         ///< columns of a text file
  DescriptionBytes,    ///< bytes of the description of an FMU
  RunSteps,            ///< steps of a run
  RecordedValues,      ///< values of its results that a run holds in memory
  ClockTicks,          ///< ticks of the clocks of a run of the continuous engine
};

/// A limit with its name, the things that it counts and its default.
struct LimitKind {
  WorkLimit limit;
  std::string_view name;  ///< as in `--limit NAME=N`
  std::string_view counts;
  std::int64_t standard;
};

inline constexpr std::array kLimits{
    LimitKind{WorkLimit::Components, "components", "components after composites are expanded",
              250'000},
    LimitKind{WorkLimit::PatchBytes, "patch-bytes", "bytes that a patch adds to a model",
              64'000'000},
    LimitKind{WorkLimit::GraphSteps, "graph-steps", "steps of a search in a graph", 50'000'000},
    LimitKind{WorkLimit::QueryRows, "query-rows", "answers", 1'000'000},
    LimitKind{WorkLimit::QueryBytes, "query-bytes", "bytes of texts that a query makes",
              256'000'000},
    LimitKind{WorkLimit::SunIntervals, "sun-intervals",
              "positions of the sun in the series of a run", 5'000'000},
    LimitKind{WorkLimit::FileBytes, "file-bytes", "bytes of a file", 4'000'000'000},
    LimitKind{WorkLimit::UnpackedBytes, "unpacked-bytes", "bytes of a file that is unpacked",
              512'000'000},
    LimitKind{WorkLimit::SqliteSteps, "sqlite-steps", "operations of a query", 300'000'000},
    LimitKind{WorkLimit::SeriesPoints, "series-points", "points of the series of a run",
              50'000'000},
    LimitKind{WorkLimit::FileRuleSteps, "file-rule-steps",
              "steps to compare rules of files with names of files", 4'000'000'000},
    LimitKind{WorkLimit::KpiValues, "kpi-values", "values of KPIs in months", 10'000'000},
    LimitKind{WorkLimit::Connections, "connections", "connections after composites are expanded",
              2'000'000},
    LimitKind{WorkLimit::ModelBytes, "model-bytes", "bytes that composites bring into a model",
              1'000'000'000},
    LimitKind{WorkLimit::CountedEntries, "counted-entries",
              "entries of index sets whose size is a number", 5'000'000},
    LimitKind{WorkLimit::PatchWork, "patch-work", "values that patches look at or move",
              500'000'000},
    LimitKind{WorkLimit::DerivedTriples, "derived-triples", "triples that follow from a graph",
              5'000'000},
    LimitKind{WorkLimit::DenseStates, "dense-states",
              "products in a matrix of states (the third power of the number of states of a "
              "component, of all components)",
              200'000'000},
    LimitKind{WorkLimit::MatrixEntries, "matrix-entries",
              "entries of a dense matrix of the whole model", 2'000'000},
    LimitKind{WorkLimit::ComparedRows, "compared-rows",
              "rows that are compared or limited (for each measurement, or block of decisions)",
              50'000'000},
    LimitKind{WorkLimit::CompiledComponents, "compiled-components",
              "components of models that the changes of a set make", 500'000},
    LimitKind{WorkLimit::IntegratorSteps, "integrator-steps", "steps of the integrator", 4'000'000},
    LimitKind{WorkLimit::PatternSteps, "pattern-steps",
              "comparisons of letters of patterns with letters of names", 20'000'000'000},
    LimitKind{WorkLimit::FileColumns, "file-columns", "columns of a file", 500'000},
    LimitKind{WorkLimit::DescriptionBytes, "description-bytes",
              "bytes of the description of an FMU", 50'000'000},
    LimitKind{WorkLimit::RunSteps, "run-steps",
              "steps from the start to the end of the run; choose a longer step or a shorter "
              "period",
              20'000'000},
    LimitKind{WorkLimit::RecordedValues, "recorded-values",
              "recorded values (rows times signals); record fewer signals, or choose a longer step "
              "or a shorter period",
              250'000'000},
    LimitKind{WorkLimit::ClockTicks, "clock-ticks",
              "ticks of clocks from the start to the end of the run; choose longer periods of "
              "clocks or a shorter period of the run",
              100'000'000},
};

/// Returns the limit of a kind of work in this process: its default, or the value of `set_limit`.
std::int64_t limit_of(WorkLimit limit);
/// Returns whether `set_limit` set the limit, even to its default.
bool is_limit_given(WorkLimit limit);
/// Sets a limit; 0 restores the default. Call it only while no other thread reads models or data.
void set_limit(WorkLimit limit, std::int64_t most);

/// Throws InputError `limit.exceeded` if `count` is above the limit. The message states the limit,
/// what it counts, and the option that raises it.
void check_limit(WorkLimit limit, std::int64_t count, const Where& where);
/// Throws InputError `limit.exceeded`.
[[noreturn]] void refuse_limit(WorkLimit limit, const Where& where);

}  // namespace hearth
