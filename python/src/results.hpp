// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "hearth/framework/base/results.hpp"

namespace hearth::python {

/// Rows of a run with the zone in which their times are shown. Arrays of NumPy share the numbers.
struct PythonResults {
  std::shared_ptr<const Results> rows;
  std::string timezone;  ///< `UTC` if none is known
};

}  // namespace hearth::python
