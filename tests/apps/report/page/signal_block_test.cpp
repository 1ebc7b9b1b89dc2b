// SPDX-License-Identifier: MIT
#include "hearth/apps/report/page/signal_block.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>
#include <zlib.h>

#include <catch2/catch.hpp>

#include "hearth/tests/apps/report/page/fixture.hpp"

namespace signal_block_test {

using hearth::apps::packed_signal;

namespace {

std::vector<std::uint8_t> from_base64(const std::string& text) {
  static const std::string kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<std::uint8_t> bytes;
  std::uint32_t group = 0;
  int bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    group = group << 6U | static_cast<std::uint32_t>(kDigits.find(c));
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<std::uint8_t>(group >> static_cast<unsigned>(bits) & 0xFFU));
  }
  return bytes;
}

/// Unpacks values like the page's script (assets/signals.js).
std::vector<float> unpacked(const std::string& text, std::size_t rows) {
  const std::vector<std::uint8_t> stream = from_base64(text);
  std::vector<std::uint8_t> bytes(4 * rows);
  uLongf size = bytes.size();
  REQUIRE(uncompress(bytes.data(), &size, stream.data(), stream.size()) == Z_OK);
  REQUIRE(size == bytes.size());
  std::vector<float> values;
  std::uint32_t last = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    std::uint32_t zigzag = 0;
    for (std::size_t plane = 0; plane < 4; ++plane) zigzag = zigzag << 8U | bytes[plane * rows + i];
    last += zigzag >> 1U ^ (0U - (zigzag & 1U));
    const std::uint32_t bits = (last >> 31U) != 0U ? last ^ 0x80000000U : ~last;
    float value = 0.0F;
    std::memcpy(&value, &bits, sizeof value);
    values.push_back(value);
  }
  return values;
}

}  // namespace

TEST_CASE("unpacking restores packed values bit by bit") {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const std::vector<float> values = {0.0F,     -0.0F,     21.5F,      -273.15F, 1e-38F, 3.4e38F,
                                     -3.4e38F, kInfinity, -kInfinity, 1e-45F,   21.04F};
  const std::vector<float> back = unpacked(packed_signal(values), values.size());
  CHECK(std::memcmp(values.data(), back.data(), values.size() * sizeof(float)) == 0);
}

TEST_CASE("missing values stay missing") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> back = unpacked(packed_signal({nan, 1.0F, -nan, nan}), 4);
  CHECK(std::isnan(back[0]));
  CHECK(back[1] == 1.0F);
  CHECK(std::isnan(back[2]));
  CHECK(std::isnan(back[3]));
  CHECK(std::isnan(unpacked(packed_signal({1.0F, nan}, 26), 2)[1]));
}

TEST_CASE("26 bits keep five digits") {
  std::vector<float> values;
  for (int i = 0; i < 1000; ++i) values.push_back(std::exp(0.05F * static_cast<float>(i - 500)));
  const std::vector<float> back = unpacked(packed_signal(values, 26), values.size());
  // 17 bits of the fraction are kept and the rest is rounded: an error of half of 2^-17 at most.
  for (std::size_t i = 0; i < values.size(); ++i) {
    CHECK(std::abs(back[i] - values[i]) <= std::ldexp(values[i], -18));
  }
}

TEST_CASE("no values are an empty block") { CHECK(unpacked(packed_signal({}), 0).empty()); }

TEST_CASE("packed smooth signals are smaller than base64 of their floats") {
  const auto content = hearth::tests::report_fixture({.signals = 1});
  const auto& values = content.series.signals[0].values;
  CHECK(packed_signal(values).size() < values.size() * 16 / 3 * 3 / 4);
}

}  // namespace signal_block_test
