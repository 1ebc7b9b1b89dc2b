// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>
#include <streambuf>
#include <string>

namespace hearth::apps {

/// Passes text to a stream in printable form: control characters of terminals are written as
/// escapes (`printable`), except line feeds and tabs.
class PrintableStream : public std::ostream {
 public:
  explicit PrintableStream(std::ostream& out) : std::ostream(nullptr), buffer_(out) {
    rdbuf(&buffer_);
  }

 private:
  class Buffer : public std::streambuf {
   public:
    explicit Buffer(std::ostream& out) : out_(out) {}
    ~Buffer() override { sync(); }

   protected:
    int_type overflow(int_type character) override;
    std::streamsize xsputn(const char* text, std::streamsize count) override;
    int sync() override;

   private:
    std::ostream& out_;
    std::string line_;  // buffers a line, so that no character is split
  };

  Buffer buffer_;
};

}  // namespace hearth::apps
