// SPDX-License-Identifier: MIT
// The connection with the process of an FMU, into which the FMU may write.
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <sys/time.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/fmi/internal/process/wire.hpp"

namespace hearth::test::fmi_wire_test {
namespace {

using fmi::WireEnd;
using fmi::WireReader;
using fmi::WireWriter;

/// A connection whose other side writes the messages of a test. Waiting for it ends after ten
/// seconds.
class Wire {
 public:
  Wire() : peer_(connect(own_)), end_(own_) {}
  ~Wire() { hang_up(); }
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  WireEnd& end() { return end_; }
  /// Returns whether all was written.
  bool write(std::string_view bytes) const {
    return ::send(peer_, bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(bytes.size());
  }
  void announce(std::uint64_t length) const {
    REQUIRE(write({reinterpret_cast<const char*>(&length), sizeof length}));
  }
  void hang_up() {
    if (peer_ >= 0) ::close(peer_);
    peer_ = -1;
  }

 private:
  static int connect(int& own) {
    int ends[2];
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
    const timeval patience{.tv_sec = 10, .tv_usec = 0};
    ::setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    own = ends[0];
    return ends[1];
  }

  int own_ = -1;
  int peer_;
  WireEnd end_;
};

}  // namespace

TEST_CASE("a message that claims an impossible length ends the connection at once") {
  const std::uint64_t length =
      GENERATE(2'000'000'001ULL, 0x20617020614e6f20ULL /* text */, 1ULL << 63U, ~0ULL - 7, ~0ULL);
  Wire wire;
  wire.announce(length);
  const auto before = std::chrono::steady_clock::now();
  CHECK_FALSE(wire.end().receive());
  CHECK(std::chrono::steady_clock::now() - before < std::chrono::seconds(5));
}

TEST_CASE("a false length is found behind messages that are whole") {
  Wire wire;
  wire.announce(5);
  REQUIRE(wire.write("right"));
  wire.announce(~0ULL);
  CHECK(wire.end().receive() == "right");
  const auto before = std::chrono::steady_clock::now();
  CHECK_FALSE(wire.end().receive());
  CHECK(std::chrono::steady_clock::now() - before < std::chrono::seconds(5));
}

TEST_CASE("a message that is announced and does not come is not a message") {
  Wire wire;
  wire.announce(2'000'000'000);
  REQUIRE(wire.write("the beginning"));
  wire.hang_up();
  CHECK_FALSE(wire.end().receive());
}

TEST_CASE("messages arrive whole however they are cut on the way") {
  Wire wire;
  const std::string large(300'000, 'x');
  std::thread peer([&wire, &large] {
    WireWriter out;
    for (const std::string& text : {std::string("a"), std::string(), large}) {
      out.begin();
      out << text;
      out.end();
    }
    const std::string& bytes = out.bytes();
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t count = at < 40 ? 3 : 50'000;
      const std::string_view piece = std::string_view(bytes).substr(at, count);
      if (!wire.write(piece)) return;
      at += piece.size();
    }
  });
  for (const std::string& text : {std::string("a"), std::string(), large}) {
    const auto message = wire.end().receive();
    const bool same =
        message && WireReader(*message).read<std::string>() == text;  // too long to be shown
    CHECK(same);
  }
  peer.join();
}

TEST_CASE("texts and lists of a message end with it, whatever length they claim") {
  const std::uint64_t length = GENERATE(3ULL, 1ULL << 60U, ~0ULL);
  WireWriter out;
  out << length << 1.0 << 2.0;
  CHECK(WireReader(out.bytes()).read_list<double>() == std::vector<double>{1.0, 2.0});
  CHECK(WireReader(out.bytes()).read<std::string>().size() == (length == 3 ? 3 : 16));
  CHECK(WireReader(std::string_view(out.bytes()).substr(0, 4)).read_list<double>().empty());
}

}  // namespace hearth::test::fmi_wire_test
