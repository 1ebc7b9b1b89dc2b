// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>
#include <streambuf>
#include <string>

namespace hearth::apps {

/// Hands text on to a stream as people may see it: what a terminal would act on is written as an
/// escape (`printable`), except line feeds and tabs.
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
    std::string line_;  // so that no character is cut
  };

  Buffer buffer_;
};

}  // namespace hearth::apps
