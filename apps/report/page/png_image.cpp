// SPDX-License-Identifier: MIT
#include "hearth/apps/report/page/png_image.hpp"

#include <cstddef>
#include <stdexcept>
#include <zlib.h>

namespace hearth::apps {
namespace {

void add_number(std::uint32_t number, std::string& bytes) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    bytes += static_cast<char>(number >> static_cast<unsigned>(shift) & 0xFFU);
  }
}

/// Adds a chunk of the file: its length, kind, content and checksum.
void add_chunk(const std::string& kind, const std::string& content, std::string& file) {
  const std::string checked = kind + content;
  add_number(static_cast<std::uint32_t>(content.size()), file);
  file += checked;
  const auto sum =
      crc32(0, reinterpret_cast<const Bytef*>(checked.data()), static_cast<uInt>(checked.size()));
  add_number(static_cast<std::uint32_t>(sum), file);
}

std::string compressed(const std::string& bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string result(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(result.data()), &size,
                reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()),
                Z_BEST_COMPRESSION) != Z_OK) {
    throw std::runtime_error("zlib cannot compress an image");
  }
  result.resize(size);
  return result;
}

}  // namespace

std::string png_image(int width, int height, const std::vector<std::uint8_t>& pixels,
                      const std::vector<Colour>& palette, int transparent) {
  std::string head;
  add_number(static_cast<std::uint32_t>(width), head);
  add_number(static_cast<std::uint32_t>(height), head);
  head += std::string("\x08\x03\x00\x00\x00", 5);  // 8 bits, palette, deflate, no filter, no lace
  std::string colours, alpha;
  for (const Colour& colour : palette) colours.append(colour.begin(), colour.end());
  std::string rows;
  const auto row_length = static_cast<std::size_t>(width);
  for (std::size_t row = 0; row < static_cast<std::size_t>(height); ++row) {
    rows += '\0';  // this row has no filter
    for (std::size_t i = 0; i < row_length; ++i) {
      rows += static_cast<char>(pixels.at(row * row_length + i));
    }
  }
  std::string file = "\x89PNG\r\n\x1A\n";
  add_chunk("IHDR", head, file);
  add_chunk("PLTE", colours, file);
  if (transparent >= 0) {
    alpha.assign(static_cast<std::size_t>(transparent) + 1, '\xFF');
    alpha.back() = '\0';
    add_chunk("tRNS", alpha, file);
  }
  add_chunk("IDAT", compressed(rows), file);
  add_chunk("IEND", "", file);
  return file;
}

}  // namespace hearth::apps
