// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/base/error.hpp"

namespace hearth::apps {

/// The exit codes of the command; scripts depend on them.
enum ExitCode : int {
  kDone = 0,
  kRunFailed = 1,
  kUsage = 2,
  kInputInvalid = 3,
  kLimitMissed = 4,  ///< done, but a limit of --fail-on was exceeded
  kNotBuiltIn = 5,
  kNotConverged = 6,  ///< done, but a calibration or a search ended without converging
  kSignalled = 128,   ///< plus the number of the signal: 130 interrupted, 143 terminated
};

/// The command line is wrong.
class UsageError final : public Error {
 public:
  using Error::Error;
};

/// A requested feature is not built in.
class CapabilityError final : public Error {
 public:
  using Error::Error;
};

/// Returns the exit code of an error that ends the command.
int exit_code(const Error& error);

}  // namespace hearth::apps
