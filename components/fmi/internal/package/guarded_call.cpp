// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/package/guarded_call.hpp"

#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <string_view>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Symbols of linkers: the range of the program's own code. A library has no start, and its `_exit`
// is not the one that FMUs find.
extern "C" {
[[gnu::weak]] extern const char __executable_start;
extern const char etext;
}

namespace hearth::fmi {
namespace {

constexpr std::array kSignals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
constexpr std::size_t kStackSize = 65536;  // bytes, for the handler of a stack overflow

thread_local CallFrame* active = nullptr;
struct sigaction previous[NSIG];
bool taken[NSIG];               // signals that were caught before
std::atomic<pid_t> process{0};  // owner of these calls; a child that an FMU forks has none
std::atomic<int> forks{0};      // from the first process to this one

/// A stack for signal handlers of this thread, for use when the thread's own stack is full.
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

/// An FMU may start threads, from which no jump leads back into the program.
void complain_of_thread(std::string_view text) {
  if (calls == 0 || ::write(STDERR_FILENO, text.data(), text.size()) < 0) return;
}

void on_signal(int signal) {
  if (active != nullptr) active->leave(signal);
  complain_of_thread("error: fmi.crashed  a thread of an FMU crashed\n");
  // Outside a call: restores the previous handler; the cause raises the signal again on return.
  sigaction(signal, &previous[signal], nullptr);
  if (signal == SIGABRT) raise(signal);
}

/// In a call, a write to a closed pipe fails and the FMU receives the error; the program does not
/// end. Writes of the program itself end it as usual; only its main thread writes.
void on_broken_pipe(int signal) {
  if (active != nullptr || ::gettid() != ::getpid()) return;
  std::signal(signal, SIG_DFL);
  raise(signal);
}

void leave_at_exit(int reason) {
  if (active != nullptr) active->leave(reason);
  if (calls == 0) return;
  complain_of_thread(
      "error: fmi.crashed  a thread of an FMU called exit, which ends the program\n");
  ::_exit(1);
}

void on_exit() { leave_at_exit(CallFrame::kExited); }
void on_quick_exit() { leave_at_exit(CallFrame::kQuicklyExited); }

/// Ends the program at once, unless the request comes from a call of an FMU.
[[noreturn, maybe_unused]] void end_at_once(int code, const void* caller) {
  const char* const from = static_cast<const char*>(caller);
  const char* const start = &__executable_start;
  const bool own = start != nullptr && from >= start && from < &etext;
  if (!own && process == ::getpid()) {
    if (active != nullptr) active->leave(CallFrame::kExitedAtOnce);
    complain_of_thread(
        "error: fmi.crashed  a thread of an FMU called _exit, which ends the program\n");
    if (calls > 0 && code == 0) code = 1;
  }
  for (;;) ::syscall(SYS_exit_group, code);
}

/// Returns whether a handler is code of the same program or library as this code.
bool is_own(void (*handler)(int)) {
  Dl_info here{}, there{};
  return ::dladdr(reinterpret_cast<const void*>(&on_signal), &here) != 0 &&
         ::dladdr(reinterpret_cast<const void*>(handler), &there) != 0 &&
         here.dli_fbase == there.dli_fbase;
}

void catch_signal(int signal) {
  struct sigaction before {};
  sigaction(signal, nullptr, &before);
  if (before.sa_handler == on_signal) return;
  const bool standard = before.sa_handler == SIG_DFL || before.sa_handler == SIG_IGN;
  if (taken[signal] && !standard && !is_own(before.sa_handler)) return;
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  previous[signal] = before;
  taken[signal] = true;
  sigaction(signal, &action, nullptr);
}

void catch_broken_pipes() {
  struct sigaction before {};
  sigaction(SIGPIPE, nullptr, &before);
  if (before.sa_handler != SIG_DFL) return;
  // A handler instead of SIG_IGN, which programs that an FMU starts would inherit.
  struct sigaction action {};
  action.sa_handler = on_broken_pipe;
  action.sa_flags = SA_ONSTACK | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGPIPE, &action, nullptr);
}

/// The working folder of the process, to restore if an FMU changes it.
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

CallFrame::CallFrame(bool watch_folder)
    : outer_(active), watch_folder_(watch_folder), forks_(forks) {
  signal_stack.ensure();
  std::fegetenv(&numerics_);
  if (watch_folder_) {
    const std::lock_guard lock(folder_mutex);
    if (watching++ == 0) folder.keep();
  }
  ++calls;
  active = this;
}

CallFrame::~CallFrame() {
  // A process that the FMU forked in the call and that returns from it would continue the
  // simulation a second time.
  if (forks_ != forks) ::_exit(0);
  active = outer_;
  --calls;
  std::fesetenv(&numerics_);
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
  if (reason == kExited) return {CallEnd::Kind::Exited, "exit"};
  if (reason == kQuicklyExited) return {CallEnd::Kind::Exited, "quick_exit"};
  if (reason == kExitedAtOnce) return {CallEnd::Kind::Exited, "_exit"};
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
  process = ::getpid();
  static const int counted = ::pthread_atfork(nullptr, nullptr, [] { ++forks; });
  static_cast<void>(counted);
  for (const int signal : kSignals) catch_signal(signal);
  catch_broken_pipes();
}

void catch_exit() {
  std::atexit(on_exit);
  std::at_quick_exit(on_quick_exit);
}

}  // namespace hearth::fmi

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // sanitizers define their own
/// Libraries find these functions before those of the C library, so that an FMU which calls `_exit`
/// ends only its call. Weak, for programs that define their own.
extern "C" {
[[gnu::weak, noreturn]] void _exit(int code) {
  hearth::fmi::end_at_once(code, __builtin_return_address(0));
}
[[gnu::weak, noreturn]] void _Exit(int code) noexcept {
  hearth::fmi::end_at_once(code, __builtin_return_address(0));
}
}
#endif
