// SPDX-License-Identifier: MIT
#include "hearth/framework/base/internal/energy_price.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "hearth/framework/base/internal/qudt_unit.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

struct Currency {
  std::string_view word;
  double amount;
  std::string_view name;  ///< ISO 4217 code, or the word that several currencies share
};

constexpr Currency kCurrencies[] = {
    {"1", 1.0, ""},        {"currency", 1.0, ""},     {"ct", 0.01, ""},
    {"c", 0.01, ""},       {"cent", 0.01, ""},        {"cents", 0.01, ""},
    {"\u00a2", 0.01, ""},  {"$", 1.0, "$"},           {"dollar", 1.0, "$"},
    {"dollars", 1.0, "$"}, {"\u20ac", 1.0, "EUR"},    {"euro", 1.0, "EUR"},
    {"euros", 1.0, "EUR"}, {"eurocent", 0.01, "EUR"}, {"\u00a3", 1.0, "GBP"},
    {"p", 0.01, "GBP"},    {"pence", 0.01, "GBP"},    {"\u00a5", 1.0, "\u00a5"},
    {"kr", 1.0, "kr"},     {"\u00f8re", 0.01, "kr"},  {"\u00f6re", 0.01, "kr"}};

/// Words that several currencies share, and the codes of these.
constexpr std::pair<std::string_view, std::string_view> kShared[] = {
    {"$", "USD CAD AUD NZD SGD HKD MXN"},
    {"kr", "DKK SEK NOK ISK"},
    {"\u00a5", "JPY CNY"},
};

constexpr std::pair<std::string_view, double> kMasses[] = {
    {"g", 1e-3}, {"kg", 1.0}, {"t", 1e3}, {"tonne", 1e3}, {"lb", 0.45359237}, {"lbs", 0.45359237}};

/// Returns the amount, before the slash, and the energy, after it.
std::optional<std::pair<std::string_view, std::string_view>> parts_of(std::string_view text) {
  for (const std::string_view line : {std::string_view("/"), std::string_view(" per ")}) {
    const std::size_t at = text.rfind(line);
    if (at == std::string_view::npos) continue;
    return std::pair{trimmed(text.substr(0, at)), trimmed(text.substr(at + line.size()))};
  }
  return std::nullopt;
}

std::optional<Currency> find_currency(std::string_view text) {
  const std::string word = lower_case(text);
  for (const Currency& currency : kCurrencies) {
    if (word == currency.word) return currency;
  }
  const bool code = text.size() == 3 && std::all_of(text.begin(), text.end(),
                                                    [](char c) { return c >= 'A' && c <= 'Z'; });
  return code && !parse_unit(text) ? std::optional(Currency{text, 1.0, text}) : std::nullopt;
}

/// Returns the kilograms of a mass, of CO2 or its equivalent if the text names it.
std::optional<double> mass(std::string_view text) {
  std::string word = lower_case(text);
  word.erase(std::remove_if(word.begin(), word.end(),
                            [](char c) { return c == ' ' || c == '-' || c == '_'; }),
             word.end());
  const std::size_t gas = word.find("co2");
  if (gas != std::string::npos) {
    const std::string_view rest = std::string_view(word).substr(gas + 3);
    if (!rest.empty() && rest != "e" && rest != "eq" && rest != "equivalent") return std::nullopt;
    word.resize(gas);
  }
  for (const auto& [name, amount] : kMasses) {
    if (word == name) return amount;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Unit> parse_energy_price(std::string_view text) {
  const auto parts = parts_of(text);
  if (!parts) return std::nullopt;
  const std::optional<Unit> energy = parse_unit(parts->second);
  if (!energy || energy->bare || !energy->compatible(unit::J)) return std::nullopt;
  Unit result{.m = -2, .s = 2};
  if (const auto currency = find_currency(parts->first)) {
    result.kg = -1;
    result.scale = currency->amount / energy->scale;
  } else if (const auto kilograms = mass(parts->first)) {
    result.scale = *kilograms / energy->scale;
  } else {
    return std::nullopt;
  }
  result.symbol = kept_symbol(text);
  return result;
}

std::string currency_of(const Unit& price) {
  const auto parts = parts_of(price.symbol);
  const auto currency = parts ? find_currency(parts->first) : std::nullopt;
  return currency ? std::string(currency->name) : "";
}

bool may_be_same_currency(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty() || a == b) return true;
  return std::any_of(std::begin(kShared), std::end(kShared), [&](const auto& shared) {
    const auto& [word, codes] = shared;
    return (a == word && codes.find(b) != codes.npos) || (b == word && codes.find(a) != codes.npos);
  });
}

}  // namespace hearth
