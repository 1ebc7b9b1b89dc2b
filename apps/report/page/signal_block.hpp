// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hearth::apps {

constexpr int kFloatBits = 32;  ///< bits of a float: no rounding

/// Returns values packed for the page, as base64 of a zlib stream.
///
/// A float's bits are read as an integer that grows with the float (those of negative floats are
/// flipped), rounded to its leading `bits`. Neighbours are subtracted, the sign goes to the last
/// bit (zigzag), and the four bytes of all numbers form four planes, the highest first: planes of
/// smooth signals are mostly zeros. All kinds of NaN become the same NaN.
std::string packed_signal(const std::vector<float>& values, int bits = kFloatBits);

/// Encodes bytes as base64 (RFC 4648, with padding).
class Base64 {
 public:
  void add(std::uint8_t byte) {
    group_ = group_ << 8U | byte;
    if (++held_ == 3) flush();
  }
  std::string finish() {
    if (held_ > 0) {
      const std::size_t padding = 3 - held_;
      group_ <<= 8U * padding;
      flush();
      text_.replace(text_.size() - padding, padding, padding, '=');
    }
    return std::move(text_);
  }

 private:
  void flush() {
    static constexpr char kDigits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (int shift = 18; shift >= 0; shift -= 6) text_ += kDigits[group_ >> shift & 63U];
    group_ = 0;
    held_ = 0;
  }

  std::uint32_t group_ = 0;
  std::size_t held_ = 0;
  std::string text_;
};

}  // namespace hearth::apps
