// SPDX-License-Identifier: MIT
#pragma once

namespace hearth::fmi {

/// Serves one instance of an FMU over a connected socket until the other side closes it, for the
/// requests of RemoteInstance. Returns the exit code of the process.
int serve_fmu(int descriptor);

}  // namespace hearth::fmi
