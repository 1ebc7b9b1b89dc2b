// SPDX-License-Identifier: MIT
#include "hearth/ontology/twin4build/internal/graph/terms.hpp"

#include <array>
#include <cctype>

#include "hearth/ontology/rdf/internal/turtle_characters.hpp"

namespace hearth::twin4build {
namespace {

struct QudtName {
  Unit unit;
  std::string_view name;
};

// https://qudt.org/vocab/unit/
constexpr std::array kQudtNames = {
    QudtName{unit::one, "UNITLESS"},
    QudtName{unit::percent, "PERCENT"},
    QudtName{unit::ppm, "PPM"},
    QudtName{unit::s, "SEC"},
    QudtName{unit::min, "MIN"},
    QudtName{unit::h, "HR"},
    QudtName{unit::m, "M"},
    QudtName{unit::m2, "M2"},
    QudtName{unit::m3, "M3"},
    QudtName{unit::kg, "KiloGM"},
    QudtName{unit::kg_per_s, "KiloGM-PER-SEC"},
    QudtName{unit::kg_per_h, "KiloGM-PER-HR"},
    QudtName{unit::m3_per_s, "M3-PER-SEC"},
    QudtName{unit::m3_per_h, "M3-PER-HR"},
    QudtName{unit::l_per_s, "L-PER-SEC"},
    QudtName{unit::m_per_s, "M-PER-SEC"},
    QudtName{unit::Pa, "PA"},
    QudtName{unit::kPa, "KiloPA"},
    QudtName{unit::J, "J"},
    QudtName{unit::kJ, "KiloJ"},
    QudtName{unit::MJ, "MegaJ"},
    QudtName{unit::Wh, "W-HR"},
    QudtName{unit::kWh, "KiloW-HR"},
    QudtName{unit::W, "W"},
    QudtName{unit::kW, "KiloW"},
    QudtName{unit::W_per_m2, "W-PER-M2"},
    QudtName{unit::degC, "DEG_C"},
    QudtName{unit::degF, "DEG_F"},
    QudtName{unit::kelvin, "K"},
    QudtName{unit::K, "K"},
    QudtName{unit::J_per_K, "J-PER-K"},
    QudtName{unit::W_per_K, "W-PER-K"},
    QudtName{unit::K_per_W, "K-PER-W"},
    QudtName{unit::W_per_m2K, "W-PER-M2-K"},
    QudtName{unit::J_per_kgK, "J-PER-KiloGM-K"},
    QudtName{unit::kg_per_m3, "KiloGM-PER-M3"},
    QudtName{unit::deg, "DEG"},
    QudtName{unit::mm, "MilliM"},
    QudtName{unit::J_per_kg, "J-PER-KiloGM"},
    QudtName{unit::W_per_mK, "W-PER-M-K"},
};

}  // namespace

std::string hearth_term(std::string_view name) { return std::string(kHearth).append(name); }
std::string saref(std::string_view name) { return std::string(kSaref).append(name); }

std::string qudt_unit(const Unit& unit) {
  for (const QudtName& known : kQudtNames) {
    if (known.unit == unit) return "http://qudt.org/vocab/unit/" + std::string(known.name);
  }
  return "";
}

std::string encoded(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || byte >= 0x80 || c == '_' || c == '-') {
      result += c;
    } else {
      result += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return result;
}

bool is_iri(std::string_view text) {
  const char* at = text.data();
  const char* end = at + text.size();
  while (at != end) {
    const turtle::Character character = turtle::decode_utf8(at, end);
    if (character.bytes == 0 || !turtle::is_iri_character(character.code)) return false;
    at += character.bytes;
  }
  const auto colon = text.find(':');
  return colon != std::string_view::npos && colon > 0;
}

}  // namespace hearth::twin4build
