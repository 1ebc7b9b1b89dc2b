// SPDX-License-Identifier: MIT
#pragma once

#include <cfenv>
#include <csetjmp>
#include <csignal>
#include <exception>
#include <string>

namespace hearth::fmi {

/// The end of a call into the code of an FMU.
struct CallEnd {
  enum class Kind { Returned, Threw, Crashed, Exited };
  Kind kind = Kind::Returned;
  std::string what{};  ///< text of an exception, or name of the signal or exit function
};

/// Marks the code that this thread runs during its lifetime as a call into an FMU: signals of a
/// crash (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP) and `exit`, `quick_exit` and `_exit`
/// jump to `jump`. The destructor restores the floating-point environment, whose rounding and traps
/// an FMU may change, and, if `watch_folder` is true, the working folder. It also ends a process
/// that the FMU forked in the call.
class CallFrame {
 public:
  explicit CallFrame(bool watch_folder);
  ~CallFrame();
  CallFrame(const CallFrame&) = delete;
  CallFrame& operator=(const CallFrame&) = delete;

  /// Jumps back to `jump` with the number of a signal or with one of the constants below.
  [[noreturn]] void leave(int reason);
  /// Prepares the thread for further calls after a jump, and reports what happened.
  CallEnd after_jump(int reason);

  static constexpr int kExited = -1, kQuicklyExited = -2, kExitedAtOnce = -3;

  sigjmp_buf jump;

 private:
  CallFrame* outer_;
  bool watch_folder_;
  int forks_;
  std::fenv_t numerics_;
};

/// Catches the signals in calls from now on, and keeps SIGPIPE from ending the program if an FMU
/// writes to a closed pipe or socket. Call it before code of an FMU is loaded, and again before an
/// instance is made, since the program may have replaced the handlers in between. A handler that an
/// FMU has set in the meantime remains, because virtual machines and language runtimes need their
/// own handlers and pass other signals on to the previous handler.
void catch_crashes();
/// Catches `exit` and `quick_exit` in calls from now on. Needed once for each library, after it was
/// loaded: exit handlers run in reverse order of registration.
void catch_exit();

/// Calls `function`, which may store the results of the code. C++ objects of the FMU that exist
/// when it crashes or leaves are not destroyed.
template <class F>
CallEnd guarded(const F& function, bool watch_folder) {
  CallFrame frame(watch_folder);
  const int reason = sigsetjmp(frame.jump, 0);
  if (reason != 0) return frame.after_jump(reason);
  try {
    function();
    return {};
  } catch (const std::exception& error) {
    return {CallEnd::Kind::Threw, error.what()};
  } catch (...) {
    return {CallEnd::Kind::Threw, ""};
  }
}

}  // namespace hearth::fmi
