// SPDX-License-Identifier: MIT
#include <csignal>
#include <iostream>
#include <string>
#include <unistd.h>
#include <vector>

#include "hearth/apps/command.hpp"

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows beyond `ulimit -f` fails like a full disk
  const std::vector<std::string> arguments(argv, argv + argc);
  return hearth::apps::run_command(arguments, {std::cout, std::cerr, ::isatty(STDERR_FILENO) != 0});
}
