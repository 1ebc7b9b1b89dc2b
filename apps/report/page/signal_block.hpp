// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace hearth::apps {

constexpr int kFloatBits = 32;  ///< of a float: nothing is rounded

/// Returns values packed for the page, as base64 of a zlib stream.
///
/// A float's bits are read as an integer that grows with the float (negative ones flipped), rounded
/// to its leading `bits`; neighbours are subtracted, the sign goes to the last place (zigzag), and
/// the four bytes of all numbers are kept in four planes, the highest first: smooth signals leave
/// planes of zeros. NaN of any kind becomes one NaN.
std::string packed_signal(const std::vector<float>& values, int bits = kFloatBits);

}  // namespace hearth::apps
