// SPDX-License-Identifier: MIT
#include "hearth/apps/base/interrupt.hpp"

#include <atomic>
#include <csignal>
#include <string_view>
#include <sys/time.h>
#include <unistd.h>

#include "hearth/apps/base/exit_code.hpp"

namespace hearth::apps {
namespace {

// Handlers write these numbers, and other threads read them.
std::atomic<int> caught = 0;
std::atomic<int> interrupt_at_once = 0;
static_assert(std::atomic<int>::is_always_lock_free);

constexpr ::itimerval kPatience{.it_interval = {0, 0}, .it_value = {0, 400000}};  // 0.4 s
constexpr ::itimerval kStep{.it_interval = {0, 0}, .it_value = {1, 0}};           // 1 s
constexpr ::itimerval kNever{};

void remember(int signal) {
  if (caught != 0) ::_exit(kSignalled + signal);
  caught = signal;
  ::setitimer(ITIMER_REAL, interrupt_at_once != 0 ? &kPatience : &kStep, nullptr);
}

/// Prints a message, because a step may take long, and the code of an FMU may never end.
void say_waiting(int) {
  constexpr std::string_view text =
      "note: run.interrupted  waiting for the current step to end; interrupt again to stop at "
      "once\n";
  if (::write(STDERR_FILENO, text.data(), text.size()) < 0) {
    // There is no reader.
  }
}

void on_alarm(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGALRM, &action, nullptr);
}

// Calls only functions that POSIX permits in a signal handler.
void end_at_once(int) {
  constexpr std::string_view text =
      "error: run.interrupted  stopped while reading input; nothing was written\n";
  if (::write(STDERR_FILENO, text.data(), text.size()) < 0) {
    // There is no reader.
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
  on_alarm(say_waiting);
}

int interrupted() { return caught; }

InterruptAtOnce::InterruptAtOnce() {
  on_alarm(end_at_once);
  interrupt_at_once = 1;
  if (caught != 0) ::setitimer(ITIMER_REAL, &kPatience, nullptr);
}

InterruptAtOnce::~InterruptAtOnce() {
  interrupt_at_once = 0;
  ::setitimer(ITIMER_REAL, &kNever, nullptr);
  on_alarm(say_waiting);
}

}  // namespace hearth::apps
