// SPDX-License-Identifier: MIT
#include "hearth/framework/base/standard_output.hpp"

#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <fcntl.h>
#include <string>
#include <system_error>
#include <unistd.h>

namespace hearth {
namespace {

std::atomic<int> kept{-1};

bool write_all(int descriptor, const char* text, std::size_t size) {
  while (size > 0) {
    const ssize_t written = ::write(descriptor, text, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

}  // namespace

OwnStandardOutput::Buffer::Buffer() : descriptor_(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)) {
  kept = descriptor_;
}

OwnStandardOutput::Buffer::~Buffer() {
  sync();
  kept = -1;
  if (descriptor_ >= 0) ::close(descriptor_);
}

OwnStandardOutput::Buffer::int_type OwnStandardOutput::Buffer::overflow(int_type character) {
  const char text = traits_type::to_char_type(character);
  const bool end = traits_type::eq_int_type(character, traits_type::eof());
  if (end || xsputn(&text, 1) == 1) return traits_type::not_eof(character);
  return traits_type::eof();
}

std::streamsize OwnStandardOutput::Buffer::xsputn(const char* text, std::streamsize count) {
  constexpr std::size_t kMost = 65536;  // bytes
  waiting_.append(text, static_cast<std::size_t>(count));
  return waiting_.size() < kMost || sync() == 0 ? count : 0;
}

int OwnStandardOutput::Buffer::sync() {
  const bool good = write_all(descriptor_, waiting_.data(), waiting_.size());
  waiting_.clear();
  return good ? 0 : -1;
}

void divert_standard_output() {
  if (kept < 0) return;
  std::fflush(stdout);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
}

std::optional<int> named_descriptor(const std::filesystem::path& path) {
  int descriptor = -1;
  if (path == "/dev/stdout") descriptor = STDOUT_FILENO;
  if (path == "/dev/stderr") descriptor = STDERR_FILENO;
  if (path.parent_path() == "/dev/fd" || path.parent_path() == "/proc/self/fd") {
    const std::string name = path.filename().string();
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), descriptor);
    if (error != std::errc() || end != name.data() + name.size()) descriptor = -1;
  }
  if (descriptor == STDOUT_FILENO && kept >= 0) descriptor = kept;
  if (descriptor < 0 || ::fcntl(descriptor, F_GETFD) < 0) return std::nullopt;
  return descriptor;
}

}  // namespace hearth
