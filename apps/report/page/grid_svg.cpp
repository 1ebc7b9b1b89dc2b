// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/apps/report/page/html_text.hpp"
#include "hearth/apps/report/page/png_image.hpp"
#include "hearth/apps/report/page/signal_block.hpp"
#include "hearth/apps/report/page/svg_parts.hpp"

namespace hearth::apps {
namespace {

constexpr double kGridWidth = 400.0, kGridHeight = 250.0;  // px
constexpr double kGridTop = 22.0, kGridRight = 58.0, kGridBottom = 34.0;
constexpr double kCellHeight = 24.0;
constexpr std::size_t kMostCells = 400;  // cells; more of them are drawn without numbers
constexpr std::size_t kGridLetters = 20;
constexpr int kColours = 128;

/// A scale from dark blue over green to yellow whose colours also differ in grey.
std::vector<Colour> scale_colours() {
  static constexpr std::array<std::array<double, 3>, 5> kAnchors{
      {{36, 28, 92}, {45, 87, 143}, {34, 146, 140}, {108, 196, 98}, {249, 228, 62}}};
  std::vector<Colour> colours;
  for (int i = 0; i < kColours; ++i) {
    const double place = 4.0 * i / (kColours - 1);
    const auto first = std::min<std::size_t>(3, static_cast<std::size_t>(place));
    Colour& colour = colours.emplace_back();
    for (std::size_t c = 0; c < 3; ++c) {
      const double share = place - static_cast<double>(first);
      const double value =
          kAnchors[first][c] + share * (kAnchors[first + 1][c] - kAnchors[first][c]);
      colour[c] = static_cast<std::uint8_t>(std::lround(value));
    }
  }
  return colours;
}

std::string png_uri(const std::string& png) {
  Base64 text;
  for (const char c : png) text.add(static_cast<std::uint8_t>(c));
  return "data:image/png;base64," + text.finish();
}

class Grid {
 public:
  Grid(const ReportGrid& grid, const std::string& title) : grid_(grid), title_(title) {
    low_ = INFINITY;
    high_ = -INFINITY;
    for (const auto& row : grid.values) {
      for (const double value : row) {
        if (!std::isfinite(value)) continue;
        low_ = std::min(low_, value);
        high_ = std::max(high_, value);
      }
    }
    if (low_ > high_) low_ = high_ = 0.0;
    std::size_t longest = 1;
    for (const std::string& name : grid.rows) {
      longest = std::max(longest, std::min(letters_of(name), kGridLetters));
    }
    left_ = 10.0 + kLetterWidth * static_cast<double>(longest);
    small_ = grid.rows.size() * grid.columns.size() <= kMostCells;
    height_ = small_ ? kGridTop + kGridBottom + kCellHeight * static_cast<double>(grid.rows.size())
                     : kGridHeight;
  }

  std::string text() const {
    std::string svg = drawing_head(kGridWidth, height_, title_);
    if (!grid_.y_title.empty()) {
      svg += fmt::format("<text x=\"2\" y=\"12\">{}</text>\n", markup_escaped(grid_.y_title));
    }
    svg += small_ ? cells() : image() + scale();
    return svg + row_names() + column_names() + "</svg>\n";
  }

 private:
  double right() const { return small_ ? kGridWidth - 4.0 : kGridWidth - kGridRight; }
  double bottom() const { return height_ - kGridBottom; }
  double column_width() const {
    return (right() - left_) / static_cast<double>(std::max<std::size_t>(1, grid_.columns.size()));
  }
  double row_height() const {
    return (bottom() - kGridTop) / static_cast<double>(std::max<std::size_t>(1, grid_.rows.size()));
  }
  double share(double value) const { return high_ > low_ ? (value - low_) / (high_ - low_) : 0.0; }

  /// Rectangles with their numbers, the darker the larger the number is.
  std::string cells() const {
    std::string svg;
    for (std::size_t r = 0; r < grid_.values.size(); ++r) {
      for (std::size_t c = 0; c < grid_.values[r].size() && c < grid_.columns.size(); ++c) {
        const double value = grid_.values[r][c];
        const double x = left_ + column_width() * static_cast<double>(c);
        const double y = kGridTop + row_height() * static_cast<double>(r);
        const std::string words = fmt::format("{}, {}: {} {}", grid_.rows[r], grid_.columns[c],
                                              value, unit_text(grid_.unit));
        if (!std::isfinite(value)) continue;
        svg += fmt::format(
            "<rect class=\"s0 cell\" style=\"fill-opacity:{:.2f}\" x=\"{:.1f}\" y=\"{:.1f}\" "
            "width=\"{:.1f}\" height=\"{:.1f}\"><title>{}</title></rect>\n",
            0.04 + 0.46 * share(value), x + 0.5, y + 0.5, std::max(0.5, column_width() - 1.0),
            row_height() - 1.0, markup_escaped(words));
        const std::string number = fmt::format("{:.3g}", value);
        if (kLetterWidth * static_cast<double>(number.size()) > column_width()) continue;
        svg += fmt::format(
            "<text class=\"label\" x=\"{:.1f}\" y=\"{:.1f}\" "
            "text-anchor=\"middle\">{}</text>\n",
            x + 0.5 * column_width(), y + 0.5 * row_height() + 4.0, number);
      }
    }
    return svg;
  }

  /// All cells as pixels of an image.
  std::string image() const {
    std::vector<Colour> palette = scale_colours();
    palette.push_back({255, 255, 255});  // no value
    std::vector<std::uint8_t> pixels;
    for (const auto& row : grid_.values) {
      for (std::size_t c = 0; c < grid_.columns.size(); ++c) {
        const double value = c < row.size() ? row[c] : NAN;
        pixels.push_back(static_cast<std::uint8_t>(
            std::isfinite(value) ? std::lround((kColours - 1) * share(value)) : kColours));
      }
    }
    const std::string png =
        png_image(static_cast<int>(grid_.columns.size()), static_cast<int>(grid_.values.size()),
                  pixels, palette, kColours);
    return picture(png, left_, kGridTop, right() - left_, bottom() - kGridTop);
  }

  static std::string picture(const std::string& png, double x, double y, double width,
                             double height) {
    return fmt::format(
        "<image href=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
        "preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\"/>\n",
        png_uri(png), x, y, width, height);
  }

  /// The colours from the lowest to the highest value.
  std::string scale() const {
    std::vector<std::uint8_t> pixels;
    for (int i = kColours - 1; i >= 0; --i) pixels.push_back(static_cast<std::uint8_t>(i));
    const double x = right() + 8.0;
    std::string svg = picture(png_image(1, kColours, pixels, scale_colours()), x, kGridTop, 8.0,
                              bottom() - kGridTop);
    const auto mark = [&](double y, double value) {
      return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", x + 11.0, y,
                         short_number(value));
    };
    svg += mark(kGridTop + 9.0, high_) +
           mark(0.5 * (kGridTop + bottom()) + 4.0, 0.5 * (low_ + high_)) + mark(bottom(), low_);
    return svg + fmt::format("<text x=\"{:.1f}\" y=\"12\" text-anchor=\"end\">{}</text>\n",
                             kGridWidth - 2.0, markup_escaped(unit_text(grid_.unit)));
  }

  std::string row_names() const {
    std::string svg;
    double free_from = 0.0;
    for (std::size_t r = 0; r < grid_.rows.size(); ++r) {
      const double y = kGridTop + row_height() * (static_cast<double>(r) + 0.5) + 4.0;
      if (y < free_from || grid_.rows[r].empty()) continue;
      free_from = y + 12.0;
      svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
                         left_ - 5.0, y, markup_escaped(cut_text(grid_.rows[r], kGridLetters)));
    }
    return svg;
  }

  std::string column_names() const {
    std::string svg;
    double free_from = 0.0;
    for (std::size_t c = 0; c < grid_.columns.size(); ++c) {
      const std::string name = cut_text(grid_.columns[c], kGridLetters);
      const double x = left_ + column_width() * (static_cast<double>(c) + 0.5);
      const double half = 0.5 * kLetterWidth * static_cast<double>(letters_of(name));
      if (name.empty() || x - half < free_from || x + half > kGridWidth) continue;
      free_from = x + half + kLetterWidth;
      svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", x,
                         bottom() + 14.0, markup_escaped(name));
    }
    if (grid_.x_title.empty()) return svg;
    return svg + fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
                             right(), height_ - 4.0, markup_escaped(grid_.x_title));
  }

  const ReportGrid& grid_;
  const std::string& title_;
  double low_ = 0.0, high_ = 0.0, left_ = 0.0, height_ = kGridHeight;
  bool small_ = false;
};

}  // namespace

std::string grid_svg(const ReportGrid& grid, const std::string& title) {
  return Grid(grid, title).text();
}

}  // namespace hearth::apps
