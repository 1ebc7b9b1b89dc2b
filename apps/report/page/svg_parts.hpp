// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "hearth/apps/report/content/report_figure.hpp"

namespace hearth::apps {

inline constexpr double kLetterWidth = 6.3;  ///< px, in text of 11 px

/// Returns the start tag of a drawing of a figure; sizes in px.
std::string drawing_head(double width, double height, const std::string& title);

/// Returns the power of ten, a multiple of three, by which the marks of an axis are divided; 0 for
/// numbers of few digits.
int axis_power(const ReportRange& range);

/// Returns the text of a mark on an axis whose length is `span`.
std::string tick_text(double value, double span, int power);

/// Returns the title of an axis with its power and unit, escaped.
std::string axis_title(const ReportAxis& axis, int power);

/// Returns the class of a colour; -1 is the colour of measured values.
std::string color_class(int color);

/// Returns a number with at most four significant digits, `–` if it is not finite.
std::string short_number(double value);

/// Returns the text, or its first letters followed by `…` if it has more than `letters`.
std::string cut_text(const std::string& text, std::size_t letters);

/// Returns the number of letters of a text.
std::size_t letters_of(const std::string& text);

}  // namespace hearth::apps
