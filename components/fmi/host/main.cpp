// SPDX-License-Identifier: MIT
// hearth-fmu-host: runs one FMU for another process, over the socket at its descriptor 3.
#include <cstdio>
#include <cstdlib>
#include <sys/socket.h>

#include "hearth/components/fmi/internal/process/fmu_host.hpp"

int main() {
  constexpr int kConnection = 3;
  int type = 0;
  socklen_t size = sizeof type;
  if (::getsockopt(kConnection, SOL_SOCKET, SO_TYPE, &type, &size) != 0) {
    std::fputs("hearth-fmu-host is started by Hearth and cannot be used directly\n", stderr);
    return 2;
  }
  const int code = hearth::fmi::serve_fmu(kConnection);
  std::fflush(nullptr);
  std::_Exit(code);  // exit handlers of an FMU may crash
}
