// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/instance/guarded_call.hpp"

#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <mutex>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace hearth::fmi {
namespace {

constexpr std::array kSignals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
constexpr std::size_t kStackSize = 65536;  // bytes, for the handler of a stack overflow

thread_local CallFrame* active = nullptr;
struct sigaction previous[NSIG];

/// A stack for handlers of this thread, which works when the thread's own is full.
class SignalStack {
 public:
  void ensure() {
    if (memory_) return;
    stack_t present{};
    if (sigaltstack(nullptr, &present) != 0 || (present.ss_flags & SS_DISABLE) == 0) return;
    memory_ = std::make_unique<char[]>(kStackSize);
    const stack_t own{.ss_sp = memory_.get(), .ss_flags = 0, .ss_size = kStackSize};
    sigaltstack(&own, nullptr);
  }
  ~SignalStack() {
    if (!memory_) return;
    const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
    sigaltstack(&none, nullptr);
  }

 private:
  std::unique_ptr<char[]> memory_;
};
thread_local SignalStack signal_stack;

std::atomic<int> calls{0};  // under way, in all threads

/// An FMU may have threads of its own, which nothing leads back into the program.
void complain_of_thread(std::string_view text) {
  if (calls == 0 || ::write(STDERR_FILENO, text.data(), text.size()) < 0) return;
}

void on_signal(int signal) {
  if (active != nullptr) active->leave(signal);
  complain_of_thread("error: fmi.crashed  a thread of an FMU crashed\n");
  // Not in a call: as if nobody had asked. What raised the signal raises it again on return.
  sigaction(signal, &previous[signal], nullptr);
  if (signal == SIGABRT) raise(signal);
}

void on_exit() {
  if (active != nullptr) active->leave(CallFrame::kExited);
  if (calls == 0) return;
  complain_of_thread(
      "error: fmi.crashed  a thread of an FMU called exit, which ends the program\n");
  ::_exit(1);
}

/// The working folder of the process, to return to if an FMU leaves it.
class WorkingFolder {
 public:
  void keep() {
    struct stat now {};
    if (::stat(".", &now) != 0 || same(now)) return;
    if (folder_ >= 0) ::close(folder_);
    folder_ = ::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    kept_ = now;
  }
  void restore() const {
    struct stat now {};
    if (folder_ < 0 || (::stat(".", &now) == 0 && same(now))) return;
    if (::fchdir(folder_) != 0) return;  // it was removed
  }

 private:
  bool same(const struct stat& now) const {
    return folder_ >= 0 && now.st_dev == kept_.st_dev && now.st_ino == kept_.st_ino;
  }

  int folder_ = -1;
  struct stat kept_ {};
};

std::mutex folder_mutex;
WorkingFolder folder;
int watching = 0;

}  // namespace

CallFrame::CallFrame(bool watch_folder) : outer_(active), watch_folder_(watch_folder) {
  signal_stack.ensure();
  if (watch_folder_) {
    const std::lock_guard lock(folder_mutex);
    if (watching++ == 0) folder.keep();
  }
  ++calls;
  active = this;
}

CallFrame::~CallFrame() {
  active = outer_;
  --calls;
  if (!watch_folder_) return;
  const std::lock_guard lock(folder_mutex);
  if (--watching == 0) folder.restore();
}

void CallFrame::leave(int reason) {
  active = nullptr;
  siglongjmp(jump, reason);
}

CallEnd CallFrame::after_jump(int reason) {
  active = this;
  if (reason == kExited) return {CallEnd::Kind::Exited, ""};
  // The handler did not return, so its signal is still blocked.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, reason);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  const char* name = sigdescr_np(reason);
  return {CallEnd::Kind::Crashed, name == nullptr ? std::to_string(reason) : name};
}

void catch_crashes() {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (const int signal : kSignals) {
    struct sigaction before {};
    sigaction(signal, &action, &before);
    if (before.sa_handler != on_signal) previous[signal] = before;
  }
}

void catch_exit() { std::atexit(on_exit); }

}  // namespace hearth::fmi
