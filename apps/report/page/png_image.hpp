// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace hearth::apps {

using Colour = std::array<std::uint8_t, 3>;

/// Returns a PNG file with palette colours. `pixels` are indices into the palette, row by row; the
/// palette has at most 256 colours, and the index `transparent` (-1: none) is not drawn.
std::string png_image(int width, int height, const std::vector<std::uint8_t>& pixels,
                      const std::vector<Colour>& palette, int transparent = -1);

}  // namespace hearth::apps
