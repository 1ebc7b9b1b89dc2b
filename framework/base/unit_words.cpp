// SPDX-License-Identifier: MIT
#include "hearth/framework/base/unit_words.hpp"

namespace hearth {

std::string unit_mismatch_words(const Unit& given, const Unit& expected) {
  std::string words = std::string("in [") + given.symbol + "], expected [" + expected.symbol + "]";
  if (given == unit::K && expected.point) {
    words += " (write 'kelvin' for a temperature; 'K' is for differences)";
  }
  if (given.compatible(unit::m3_per_s) && expected.compatible(unit::kg_per_s)) {
    words +=
        "; a volume flow times the density is a mass flow: 1 l/s of water is 0.998 kg/s, 1 m3/h of "
        "air 0.000334 kg/s, at 20 degC (a column of a file is converted by \"unit\": \"kg/s\" and "
        "\"scale\": 0.998)";
  }
  return words;
}

}  // namespace hearth
