// SPDX-License-Identifier: MIT
#include "hearth/data/text/internal/gzip.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <zlib.h>

namespace hearth {
namespace {

constexpr int kGzipHeader = 16;  // added to the window bits: "expect gzip", zlib's manual

/// zlib's stream, released at the end of the scope.
class Inflater {
 public:
  Inflater() : ready_(inflateInit2(&stream_, kGzipHeader + MAX_WBITS) == Z_OK) {}
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() {
    if (ready_) inflateEnd(&stream_);
  }
  bool ready() const { return ready_; }
  z_stream& stream() { return stream_; }

 private:
  z_stream stream_{};
  bool ready_;
};

}  // namespace

bool is_gzip(std::string_view bytes) {
  return bytes.size() > 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b' && bytes[2] == '\x08';
}

std::optional<std::string> gunzip(std::string_view bytes, std::size_t largest) {
  Inflater inflater;
  if (!inflater.ready() || bytes.size() > std::numeric_limits<uInt>::max()) return std::nullopt;
  z_stream& stream = inflater.stream();
  // zlib reads through a pointer to mutable bytes, which it does not change.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string text;
  std::array<char, 1 << 16> block{};
  while (true) {
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    const int state = inflate(&stream, Z_NO_FLUSH);
    if (state != Z_OK && state != Z_STREAM_END) return std::nullopt;
    text.append(block.data(), block.size() - stream.avail_out);
    if (text.size() > largest) return text;
    if (state == Z_STREAM_END) {
      if (stream.avail_in == 0) return text;
      if (inflateReset(&stream) != Z_OK) return std::nullopt;
    }
  }
}

}  // namespace hearth
