// SPDX-License-Identifier: MIT
#include <iostream>
#include <string>
#include <unistd.h>
#include <vector>

#include "hearth/apps/command.hpp"
#include "hearth/components/fmi/fmu_component.hpp"
#include "hearth/framework/base/standard_output.hpp"

int main(int argc, char** argv) {
  hearth::apps::prepare_process();
  const std::vector<std::string> arguments(argv, argv + argc);
  int code = 0;
  {
    hearth::OwnStandardOutput out;
    code = hearth::apps::run_command(arguments, {out, std::cerr, ::isatty(STDERR_FILENO) != 0});
  }
  hearth::end_after_fmu_crash(code);
  return code;
}
