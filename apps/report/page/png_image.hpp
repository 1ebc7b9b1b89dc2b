// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace hearth::apps {

using Colour = std::array<std::uint8_t, 3>;

/// Returns a PNG file of palette colours: `pixels` by row, each an index of the palette, which has
/// at most 256 colours, with `transparent` (-1: none) drawn as nothing.
std::string png_image(int width, int height, const std::vector<std::uint8_t>& pixels,
                      const std::vector<Colour>& palette, int transparent = -1);

}  // namespace hearth::apps
