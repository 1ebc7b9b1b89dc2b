// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "hearth/framework/base/error.hpp"

namespace hearth {

/// Work that a small file can ask for without end, and is therefore counted.
enum class WorkLimit {
  Components,          ///< of a model, after composites are expanded
  PatchBytes,          ///< that the operations of a patch add to a model
  GraphSteps,          ///< triples that a query or a pattern of a mapping looks at
  QueryRows,           ///< answers of a query, and rows that it keeps on the way
  QueryBytes,          ///< of the texts that a query makes
  SunIntervals,        ///< of all series of a run
  FileBytes,           ///< of a file
  UnpackedBytes,       ///< of a file that was compressed
  SqliteSteps,         ///< operations of a query; more for files of more than 15 MB
  SeriesPoints,        ///< of all series of a run
  FileRuleSteps,       ///< to compare the rules of files with the files of a model
  KpiValues,           ///< of all months of an evaluation
  Connections,         ///< of a model, after composites are expanded
  ModelBytes,          ///< that composites bring into a model
  CountedEntries,      ///< of the index sets of a model whose size is a number
  PatchWork,           ///< values that the operations of patches look at or move
  DerivedTriples,      ///< that follow from a graph
  DenseStates,         ///< of the components of a model: numbers of states to the third power
  MatrixEntries,       ///< of a dense matrix of a whole model
  ComparedRows,        ///< of the periods of a calibration
  CompiledComponents,  ///< of all models that a scenario set makes by its changes
  IntegratorSteps,     ///< of a run of the continuous engine; more for long runs
};

/// A limit with its name and what it counts.
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
};

/// Returns how much of something is allowed in this process.
std::int64_t limit_of(WorkLimit limit);
/// Returns whether it was set, also to what it is without that.
bool is_limit_given(WorkLimit limit);
/// Sets it; 0 takes back what was given. Not while another thread reads models or data.
void set_limit(WorkLimit limit, std::int64_t most);

/// Throws InputError `limit.exceeded`, which names what, how many are allowed, and the option that
/// allows more, if `count` is above the limit.
void check_limit(WorkLimit limit, std::int64_t count, const Where& where);
/// Throws it.
[[noreturn]] void refuse_limit(WorkLimit limit, const Where& where);

}  // namespace hearth
