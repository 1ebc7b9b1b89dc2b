// SPDX-License-Identifier: MIT
#pragma once

/// Data of runs: series from files, local time, weather, and the files that runs write.
///
/// The life cycle of its objects:
///
/// 1. `DataFiles` (sources/data_files.hpp) finds the files that a model names and reads each once.
///    It owns the tables of these files, and shares the series that it returns. `audit_data`
///    (sources/audit.hpp) reports the content of one file, without a model.
/// 2. A `DataResolver` (sources/resolver.hpp) owns a `DataFiles` and makes the `Series` of one
///    period from numbers, weekly rules, columns of files and the position of the sun. Pass the
///    resolver to `RunBasis`, which keeps the series but not the resolver. Threads may share a
///    resolver.
/// 3. `read_measurement` (sources/measurement.hpp) resamples a measured column to the rows of a
///    run.
/// 4. After the run, `write_results_csv`, `write_state_file` and `write_run_record` (results/)
///    write its results, its state and its record. The matching readers return equal values.
///
/// A `Zone` (time/time_zone.hpp), which represents a time zone, is a value. Functions throw all
/// problems of a file as one `InputError`. The resolver instead reports them to a `Diagnostics` and
/// returns a series of NaN.

#include "hearth/data/results/results_csv.hpp"
#include "hearth/data/results/run_record.hpp"
#include "hearth/data/results/state_file.hpp"
#include "hearth/data/sources/audit.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/sources/measurement.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/time/time_zone.hpp"
