// SPDX-License-Identifier: MIT
#include "hearth/apps/report/page/signal_block.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <zlib.h>

namespace hearth::apps {
namespace {

constexpr std::uint32_t kSign = 0x80000000U;

/// The bits of a float as an integer of the same order.
std::uint32_t ordered(float value) {
  if (std::isnan(value)) value = std::numeric_limits<float>::quiet_NaN();
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return (bits & kSign) != 0U ? ~bits : bits | kSign;
}

std::uint32_t rounded(std::uint32_t value, int bits) {
  if (bits >= kFloatBits) return value;
  const std::uint32_t unit = 1U << static_cast<unsigned>(kFloatBits - bits);
  const std::uint32_t up = value + unit / 2U;
  return (up < value ? value : up) & ~(unit - 1U);
}

std::vector<std::uint8_t> planes(const std::vector<float>& values, int bits) {
  const std::size_t n = values.size();
  std::vector<std::uint8_t> bytes(4 * n);
  std::uint32_t last = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t now = rounded(ordered(values[i]), bits);
    const std::uint32_t difference = now - last;
    const std::uint32_t zigzag = difference << 1U ^ ((difference & kSign) != 0U ? ~0U : 0U);
    for (std::size_t plane = 0; plane < 4; ++plane) {
      bytes[plane * n + i] = static_cast<std::uint8_t>(zigzag >> (24U - 8U * plane) & 0xFFU);
    }
    last = now;
  }
  return bytes;
}

}  // namespace

std::string packed_signal(const std::vector<float>& values, int bits) {
  const std::vector<std::uint8_t> bytes = planes(values, bits);
  uLongf size = compressBound(bytes.size());
  std::vector<std::uint8_t> stream(size);
  compress2(stream.data(), &size, bytes.data(), bytes.size(), 6);
  Base64 text;
  for (std::size_t i = 0; i < size; ++i) text.add(stream[i]);
  return text.finish();
}

}  // namespace hearth::apps
