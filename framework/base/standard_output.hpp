// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <ostream>
#include <streambuf>
#include <string>

namespace hearth {

/// Stream to the standard output of this process. It writes to a copy of descriptor 1, so that
/// `divert_standard_output` can redirect descriptor 1 itself to standard error: foreign code, such
/// as that of an FMU, prints to descriptor 1 and must not mix its text with the output of the
/// program.
class OwnStandardOutput : public std::ostream {
 public:
  OwnStandardOutput() : std::ostream(nullptr) { rdbuf(&buffer_); }

 private:
  class Buffer : public std::streambuf {
   public:
    Buffer();
    ~Buffer() override;
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

   protected:
    int_type overflow(int_type character) override;
    std::streamsize xsputn(const char* text, std::streamsize count) override;
    int sync() override;

   private:
    int descriptor_;
    std::string waiting_;
  };

  Buffer buffer_;
};

/// Redirects descriptor 1 to standard error if an OwnStandardOutput keeps a copy of the original.
void divert_standard_output();

/// Returns the descriptor that a path names: `/dev/stdout`, `/dev/stderr`, `/dev/fd/N` or
/// `/proc/self/fd/N`; nothing for other paths. For standard output this is the descriptor before it
/// was diverted. Writing continues at the position of the descriptor, so that a file opened for
/// appending keeps its content.
std::optional<int> named_descriptor(const std::filesystem::path& path);

}  // namespace hearth
