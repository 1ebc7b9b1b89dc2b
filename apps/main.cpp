// SPDX-License-Identifier: MIT
#include <csignal>
#include <fcntl.h>
#include <iostream>
#include <string>
#include <unistd.h>
#include <vector>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/command.hpp"
#include "hearth/components/fmi/fmu_component.hpp"
#include "hearth/framework/base/standard_output.hpp"

namespace {

/// Opens what was closed of standard input, output and error: a file that is opened later would
/// take its number, and messages would be written into it.
void fill_standard_descriptors() {
  for (int descriptor = 0; descriptor <= STDERR_FILENO; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) >= 0) continue;
    if (::open("/dev/null", O_RDWR) != descriptor) ::_exit(hearth::apps::kRunFailed);
  }
}

}  // namespace

int main(int argc, char** argv) {
  fill_standard_descriptors();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows beyond `ulimit -f` fails like a full disk
  const std::vector<std::string> arguments(argv, argv + argc);
  int code = 0;
  {
    hearth::OwnStandardOutput out;
    code = hearth::apps::run_command(arguments, {out, std::cerr, ::isatty(STDERR_FILENO) != 0});
  }
  hearth::end_after_fmu_crash(code);
  return code;
}
