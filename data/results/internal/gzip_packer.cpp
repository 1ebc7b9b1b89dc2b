// SPDX-License-Identifier: MIT
#include "hearth/data/results/internal/gzip_packer.hpp"

#include <array>
#include <new>
#include <utility>
#include <zlib.h>

namespace hearth {
namespace {

constexpr int kGzipFormat = 16;  // added to the window bits: "write gzip", zlib's manual
constexpr int kMemoryLevel = 8;  // zlib's default

}  // namespace

struct GzipPacker::Stream {
  Stream() {
    const int made = deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED,
                                  kGzipFormat + MAX_WBITS, kMemoryLevel, Z_DEFAULT_STRATEGY);
    if (made != Z_OK) throw std::bad_alloc();
  }
  ~Stream() { deflateEnd(&stream); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  z_stream stream{};
};

GzipPacker::GzipPacker(std::function<void(std::string_view)> sink)
    : sink_(std::move(sink)), stream_(std::make_unique<Stream>()) {}
GzipPacker::~GzipPacker() = default;

void GzipPacker::pack(std::string_view text, bool last) {
  z_stream& stream = stream_->stream;
  // zlib reads through a pointer to mutable bytes, which it does not change.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  std::array<char, 1 << 16> block{};
  do {
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    deflate(&stream, last ? Z_FINISH : Z_NO_FLUSH);
    const std::size_t packed = block.size() - stream.avail_out;
    if (packed > 0) sink_({block.data(), packed});
  } while (stream.avail_out == 0);
}

std::string gzipped(std::string_view text) {
  std::string packed;
  GzipPacker packer([&packed](std::string_view bytes) { packed += bytes; });
  packer.write(text);
  packer.finish();
  return packed;
}

}  // namespace hearth
