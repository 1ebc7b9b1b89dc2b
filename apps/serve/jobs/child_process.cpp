// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/jobs/child_process.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hearth/framework/base/error.hpp"

namespace hearth::apps {
namespace {

constexpr int kNotStarted = 127;
constexpr unsigned kMostDescriptors = 65'536;

/// All data for the new process, allocated before `fork`, after which it must not allocate memory.
struct Prepared {
  std::vector<char*> words, variables;
  const char *program, *folder, *output, *messages;
  rlim_t memory, file;
  pid_t parent;
};

std::vector<char*> own_variables() {
  std::vector<char*> variables;
  for (char** at = environ; *at != nullptr; ++at) {
    if (!std::string_view(*at).starts_with("HEARTH_TOKEN=")) variables.push_back(*at);
  }
  variables.push_back(nullptr);
  return variables;
}

bool open_as(int descriptor, const char* file, int flags) {
  const int opened = ::open(file, flags | O_NOFOLLOW, 0600);
  if (opened < 0) return false;
  if (opened == descriptor) return true;
  return ::dup2(opened, descriptor) == descriptor && ::close(opened) == 0;
}

void limit(int what, rlim_t most) {
  const ::rlimit limits{most, most};
  ::setrlimit(static_cast<__rlimit_resource>(what), &limits);
}

/// Replaces this process by the program. Calls only functions that are permitted between `fork` and
/// `exec`.
[[noreturn]] void become(const Prepared& child) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != child.parent) ::_exit(kNotStarted);  // the parent has already ended
  for (const int number : {SIGINT, SIGTERM, SIGPIPE, SIGXFSZ}) std::signal(number, SIG_DFL);
  ::sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  constexpr int kCreate = O_WRONLY | O_CREAT | O_TRUNC;
  const bool ready = ::chdir(child.folder) == 0 && open_as(STDOUT_FILENO, child.output, kCreate) &&
                     open_as(STDERR_FILENO, child.messages, kCreate) &&
                     open_as(STDIN_FILENO, "/dev/null", O_RDONLY);
  if (!ready) ::_exit(kNotStarted);
  if (::syscall(SYS_close_range, 3U, ~0U, 0U) != 0) {
    for (unsigned k = 3; k < kMostDescriptors; ++k) ::close(static_cast<int>(k));
  }
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, child.file);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // sanitizers reserve terabytes
  limit(RLIMIT_DATA, child.memory);
#endif
  ::execve(child.program, child.words.data(), child.variables.data());
  ::_exit(kNotStarted);
}

}  // namespace

ChildProcess::ChildProcess(const ChildCommand& command) {
  std::vector<std::string> words = command.words;
  words.insert(words.begin(), command.program.string());
  Prepared child{{},
                 own_variables(),
                 command.program.c_str(),
                 command.folder.c_str(),
                 command.output.c_str(),
                 command.messages.c_str(),
                 static_cast<rlim_t>(command.limits.memory_bytes),
                 static_cast<rlim_t>(command.limits.file_bytes),
                 ::getpid()};
  for (std::string& word : words) child.words.push_back(word.data());
  child.words.push_back(nullptr);
  pid_ = ::fork();
  if (pid_ == 0) become(child);
  if (pid_ < 0) {
    pid_ = 0;
    throw SimulationError("serve.child", {},
                          std::string("the system cannot start another process: ") +
                              std::strerror(errno) + "; try again later");
  }
  // also in the parent, because a signal may be sent before the child has done it
  ::setpgid(pid_, pid_);
}

ChildProcess::~ChildProcess() {
  if (pid_ == 0 || code_) return;
  signal(SIGKILL);
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
}

std::optional<int> ChildProcess::code() {
  int status = 0;
  if (code_ || ::waitpid(pid_, &status, WNOHANG) != pid_) return code_;
  code_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  ::kill(-pid_, SIGKILL);  // kills processes that the child started and left
  return code_;
}

void ChildProcess::signal(int number) const {
  if (!code_) ::kill(-pid_, number);
}

}  // namespace hearth::apps
