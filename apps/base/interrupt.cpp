// SPDX-License-Identifier: MIT
#include "hearth/apps/base/interrupt.hpp"

#include <csignal>
#include <string_view>
#include <sys/time.h>
#include <unistd.h>

#include "hearth/apps/base/exit_code.hpp"

namespace hearth::apps {
namespace {

volatile std::sig_atomic_t caught = 0;

volatile std::sig_atomic_t interrupt_at_once = 0;

constexpr ::itimerval kPatience{.it_interval = {0, 0}, .it_value = {0, 400000}};  // 0.4 s
constexpr ::itimerval kNever{};

void remember(int signal) {
  caught = signal;
  if (interrupt_at_once != 0) ::setitimer(ITIMER_REAL, &kPatience, nullptr);
}

// What may be called here is what POSIX allows in a handler.
void end_at_once(int) {
  constexpr std::string_view text =
      "error: run.interrupted  stopped while reading; nothing was written\n";
  if (::write(STDERR_FILENO, text.data(), text.size()) < 0) {
    // Nobody listens.
  }
  ::_exit(kSignalled + caught);
}

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = remember;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

int interrupted() { return caught; }

InterruptAtOnce::InterruptAtOnce() {
  struct sigaction action {};
  action.sa_handler = end_at_once;
  sigemptyset(&action.sa_mask);
  sigaction(SIGALRM, &action, nullptr);
  interrupt_at_once = 1;
  if (caught != 0) ::setitimer(ITIMER_REAL, &kPatience, nullptr);
}

InterruptAtOnce::~InterruptAtOnce() {
  interrupt_at_once = 0;
  ::setitimer(ITIMER_REAL, &kNever, nullptr);
}

}  // namespace hearth::apps
