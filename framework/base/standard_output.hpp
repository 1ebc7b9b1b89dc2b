// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <ostream>
#include <streambuf>
#include <string>

namespace hearth {

/// Keeps the standard output of this process for what the program itself writes, at another
/// descriptor. Code that others wrote, such as that of an FMU, prints to descriptor 1, which
/// `divert_standard_output` leads to standard error.
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

/// Leads descriptor 1 to standard error, if an OwnStandardOutput keeps what it was.
void divert_standard_output();

/// Returns the path to open for an output: another one for `/dev/stdout` and its other names, if
/// descriptor 1 may have been diverted.
std::filesystem::path output_path(const std::filesystem::path& path);

}  // namespace hearth
