// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/process/host_process.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "hearth/framework/files/installed_file.hpp"

namespace hearth::fmi {
namespace {

constexpr int kHostEnd = 3;  // descriptor of the connection in the other process

[[noreturn]] void refuse(const Where& where, const std::filesystem::path& program, int problem) {
  throw InputError("fmi.host_missing", where,
                   "cannot start " + program.string() + ": " + std::strerror(problem));
}

}  // namespace

std::filesystem::path find_fmu_host() {
  return find_installed("hearth-fmu-host", "HEARTH_FMU_HOST");
}

HostProcess::HostProcess(const std::filesystem::path& program, const Where& where) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    refuse(where, program, errno);
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], kHostEnd);
  // Output of the FMU is not an output of this program.
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  std::string name = program.string();
  const std::array<char*, 2> arguments{name.data(), nullptr};
  const int problem =
      posix_spawn(&pid_, name.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  end_ = std::make_unique<WireEnd>(ends[0]);
  if (problem != 0) {
    pid_ = 0;
    refuse(where, program, problem);
  }
}

HostProcess::~HostProcess() {
  end_->close();
  if (pid_ != 0) wait();
}

void HostProcess::load(const Fmu& fmu) {
  const std::string place = fmu.path().string();
  WireWriter out;
  out.begin();
  out << Request::Load << place << fmu.unpacked().library.string();
  out.end();
  const auto message = end_->send(out.bytes()) ? end_->receive() : std::nullopt;
  if (!message) {
    throw InputError("fmi.library_crashed", {.file = place},
                     "its binary cannot be loaded: the process that tried to load it " +
                         how_it_ended() +
                         "; the binary is damaged, or its initialisation fails; export the FMU "
                         "again");
  }
  read_answer(*message);
}

std::string HostProcess::how_it_ended() {
  const int status = pid_ == 0 ? 0 : wait();
  if (killed_) return "did not end, and its process was killed";
  if (WIFSIGNALED(status)) {
    const char* name = sigdescr_np(WTERMSIG(status));
    return std::string("crashed (") + (name == nullptr ? "a signal" : name) + ")";
  }
  return "ended its process with exit code " + std::to_string(WEXITSTATUS(status));
}

int HostProcess::wait() {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  int status = 0;
  while (::waitpid(pid_, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > end) {
      ::kill(pid_, SIGKILL);
      killed_ = true;
      ::waitpid(pid_, &status, 0);
      break;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  pid_ = 0;
  return status;
}

WireReader read_answer(std::string_view message) {
  WireReader answer(message);
  const auto kind = answer.read<Answer>();
  if (kind == Answer::Done) return answer;
  Where where;
  const auto code = answer.read<std::string>();
  where.file = answer.read<std::string>();
  where.component = answer.read<std::string>();
  where.port = answer.read<std::string>();
  const auto text = answer.read<std::string>();
  if (kind == Answer::InputFailed) throw InputError(code, where, text);
  throw SimulationError(code, where, text);
}

void check_loading(const Fmu& fmu) {
  const std::filesystem::path program = find_fmu_host();
  if (program.empty()) return;
  try {
    HostProcess(program, {.file = fmu.path().string()}).load(fmu);
  } catch (const InputError& error) {
    // This process may have libraries that the other one lacks.
    if (error.code() == "fmi.library_crashed") throw;
  }
}

}  // namespace hearth::fmi
