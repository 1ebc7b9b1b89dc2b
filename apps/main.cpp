// SPDX-License-Identifier: MIT
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string>
#include <unistd.h>
#include <vector>

#include "hearth/apps/command.hpp"
#include "hearth/components/fmi/fmu_component.hpp"
#include "hearth/framework/base/standard_output.hpp"

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows beyond `ulimit -f` fails like a full disk
  const std::vector<std::string> arguments(argv, argv + argc);
  int code = 0;
  {
    hearth::OwnStandardOutput out;
    code = hearth::apps::run_command(arguments, {out, std::cerr, ::isatty(STDERR_FILENO) != 0});
  }
  if (hearth::fmu_crashed()) std::_Exit(code);  // what it would do at the end may crash again
  return code;
}
