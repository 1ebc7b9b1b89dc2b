// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <nanobind/nanobind.h>
#include <optional>
#include <string>
#include <string_view>

#include "hearth/data/sources/data_files.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth::python {

namespace nb = nanobind;

/// A model with the folders in which its data files are searched.
struct PythonModel {
  SimulationModel model;
  DataOptions data;
};

/// Returns the component types that models may use: Hearth's own and those registered in Python.
/// A registry that was returned once exists as long as the process.
const Registry& component_registry();

/// Turns warnings into warnings of Python (`HearthWarning`); errors are thrown elsewhere.
void warn_of(const Diagnostics& diagnostics);

/// Reads an ISO 8601 stamp; without an offset it is local time of the zone ("": none is known).
Instant read_stamp(const std::string& text, const std::string& timezone, std::string_view argument);

/// Reads a duration: seconds or ISO 8601. Throws InputError `python.argument` that names the
/// argument.
Duration read_duration(const std::string& text, std::string_view argument);

/// Throws the exception of a Python signal handler, such as KeyboardInterrupt. Acquires the GIL.
void check_signals();

void bind_errors(nb::module_& module);
void bind_models(nb::module_& module);
void bind_results(nb::module_& module);
void bind_runs(nb::module_& module);
void bind_components(nb::module_& module);
void bind_estimation(nb::module_& module);

}  // namespace hearth::python
