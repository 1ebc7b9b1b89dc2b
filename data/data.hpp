// SPDX-License-Identifier: MIT
#pragma once

/// Data of runs: series from files, local time, weather, and the files that runs write.
///
/// The life cycle of its objects:
///
/// 1. `DataFiles` (sources/data_files.hpp) finds the files that a model names and reads each once.
///    It owns their tables; series that it returns are valid while it exists. `audit_data`
///    (sources/audit.hpp) reports the content of one file, without a model.
/// 2. A `DataResolver` (sources/resolver.hpp) owns a `DataFiles` and turns numbers, weekly rules,
///    the sun and columns of files into `Series` for one period. Pass it to `RunBasis`, which keeps
///    the series and no reference to it. Threads may share it.
/// 3. `read_measurement` (sources/measurement.hpp) brings a measured column to the rows of a run.
/// 4. After the run, `write_results_csv`, `write_state_file` and `write_run_record` (results/)
///    write its results, its state and how it ended. Their readers return equal values.
///
/// A `Zone` (time/time_zone.hpp) is a value. Problems of a file are thrown as one `InputError`,
/// except by the resolver, which reports them to a `Diagnostics` and returns a series of NaN.

#include "hearth/data/results/results_csv.hpp"
#include "hearth/data/results/run_record.hpp"
#include "hearth/data/results/state_file.hpp"
#include "hearth/data/sources/audit.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/sources/measurement.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/time/time_zone.hpp"
