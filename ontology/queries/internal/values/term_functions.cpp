// SPDX-License-Identifier: MIT
// Functions of terms and numbers, and casts: SPARQL 1.1, sections 17.4.2, 17.4.4 and 17.5.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/queries/internal/values/number.hpp"
#include "hearth/ontology/queries/internal/values/query_functions.hpp"
#include "hearth/ontology/rdf/iri.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"

namespace hearth {
namespace {

using Arguments = QueryFunction::Arguments;
using Type = Number::Type;

Value text_of(const Arguments& arguments, FunctionContext&) {
  if (arguments[0].kind == TermKind::Blank) return std::nullopt;
  return text_value(arguments[0].text);
}

Value language_of(const Arguments& arguments, FunctionContext&) {
  if (arguments[0].kind != TermKind::Literal) return std::nullopt;
  return text_value(arguments[0].language);
}

Value datatype_of(const Arguments& arguments, FunctionContext&) {
  if (arguments[0].kind != TermKind::Literal) return std::nullopt;
  return OwnTerm{TermKind::Iri, arguments[0].datatype, {}, {}};
}

Value iri_of(const Arguments& arguments, FunctionContext&) {
  const OwnTerm& term = arguments[0];
  if (term.kind == TermKind::Iri) return term;
  if (term.datatype != xsd::kString) return std::nullopt;
  if (!is_absolute_iri(term.text) || !is_iri_text(term.text)) return std::nullopt;
  return OwnTerm{TermKind::Iri, term.text, {}, {}};
}

template <TermKind Kind>
Value is_kind(const Arguments& arguments, FunctionContext&) {
  return boolean_value(arguments[0].kind == Kind);
}

Value is_number(const Arguments& arguments, FunctionContext&) {
  return boolean_value(Number::of(arguments[0]).has_value());
}

Value is_same(const Arguments& arguments, FunctionContext&) {
  return boolean_value(arguments[0] == arguments[1]);
}

Value with_datatype(const Arguments& arguments, FunctionContext&) {
  if (arguments[0].datatype != xsd::kString || arguments[1].kind != TermKind::Iri) {
    return std::nullopt;
  }
  return OwnTerm{TermKind::Literal, arguments[0].text, arguments[1].text, {}};
}

/// Returns whether a text is a language tag of SPARQL 1.1 and Turtle (production LANGTAG).
bool is_language_tag(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  bool first = true;
  while (true) {
    const std::string_view part = text.substr(0, text.find('-'));
    const bool fits = std::all_of(part.begin(), part.end(),
                                  [&](char c) { return is_letter(c) || (!first && is_digit(c)); });
    if (part.empty() || !fits) return false;
    if (part.size() == text.size()) return true;
    text.remove_prefix(part.size() + 1);
    first = false;
  }
}

Value with_language(const Arguments& arguments, FunctionContext&) {
  if (arguments[0].datatype != xsd::kString || arguments[1].datatype != xsd::kString ||
      !is_language_tag(arguments[1].text)) {
    return std::nullopt;
  }
  return text_value(arguments[0].text, arguments[1].text);
}

template <std::optional<Number> (Number::*Change)() const>
Value changed(const Arguments& arguments, FunctionContext&) {
  const std::optional<Number> number = Number::of(arguments[0]);
  const std::optional<Number> out = number ? ((*number).*Change)() : std::nullopt;
  return out ? Value(out->literal()) : std::nullopt;
}

template <Type Wanted>
Value number_cast(const Arguments& arguments, FunctionContext&) {
  const OwnTerm& term = arguments[0];
  std::optional<Number> number = Number::of(term);
  if (number) {
    number = number->as(Wanted);
  } else if (term.datatype == xsd::kBoolean) {
    number = Number::integer(effective_boolean(term) == true ? 1 : 0).as(Wanted);
  } else if (term.datatype == xsd::kString) {
    number = Number::parse(term.text, Wanted);
  }
  return number ? Value(number->literal()) : std::nullopt;
}

// Writes a double from 1e-6 up to 1e6 as a decimal, as in a cast of XPath.
std::string text_of_number(const Number& number) {
  const double size = std::abs(number.value());
  const bool plain = size == 0.0 || (size >= 1e-6 && size < 1e6);
  if (number.type() < Type::Float || !plain) {
    std::string text = number.literal().text;
    if (number.type() < Type::Float && text.ends_with(".0")) text.resize(text.size() - 2);
    return text;
  }
  return number.type() == Type::Float ? fmt::format("{}", static_cast<float>(number.value()))
                                      : fmt::format("{}", number.value());
}

Value string_cast(const Arguments& arguments, FunctionContext&) {
  const OwnTerm& term = arguments[0];
  if (term.kind == TermKind::Blank) return std::nullopt;
  const std::optional<Number> number = Number::of(term);
  return text_value(number ? text_of_number(*number) : term.text);
}

Value boolean_cast(const Arguments& arguments, FunctionContext&) {
  const OwnTerm& term = arguments[0];
  if (term.datatype == xsd::kString) {
    if (term.text == "true" || term.text == "1") return boolean_value(true);
    if (term.text == "false" || term.text == "0") return boolean_value(false);
    return std::nullopt;
  }
  const std::optional<bool> value = effective_boolean(term);
  return value ? Value(boolean_value(*value)) : std::nullopt;
}

// Casts a text that is a time; other texts are errors.
template <bool WithTime>
Value time_cast(const Arguments& arguments, FunctionContext&) {
  const std::string datatype = std::string(xsd::kNamespace) + (WithTime ? "dateTime" : "date");
  const OwnTerm& term = arguments[0];
  if (term.datatype == datatype) return term;
  const OwnTerm time{TermKind::Literal, term.text, datatype, {}};
  const bool readable = term.datatype == xsd::kString && compare_values(time, time).has_value();
  return readable ? Value(time) : std::nullopt;
}

}  // namespace

const std::vector<QueryFunction>& term_functions() {
  static const std::vector<QueryFunction> functions = {
      {"ABS", 1, 1, changed<&Number::absolute>},
      {"CEIL", 1, 1, changed<&Number::ceiling>},
      {"DATATYPE", 1, 1, datatype_of},
      {"FLOOR", 1, 1, changed<&Number::floored>},
      {"IRI", 1, 1, iri_of},
      {"ISBLANK", 1, 1, is_kind<TermKind::Blank>},
      {"ISIRI", 1, 1, is_kind<TermKind::Iri>},
      {"ISLITERAL", 1, 1, is_kind<TermKind::Literal>},
      {"ISNUMERIC", 1, 1, is_number},
      {"ISURI", 1, 1, is_kind<TermKind::Iri>},
      {"LANG", 1, 1, language_of},
      {"ROUND", 1, 1, changed<&Number::rounded>},
      {"SAMETERM", 2, 2, is_same},
      {"STR", 1, 1, text_of},
      {"STRDT", 2, 2, with_datatype},
      {"STRLANG", 2, 2, with_language},
      {"URI", 1, 1, iri_of}};
  return functions;
}

const QueryFunction* find_cast(std::string_view iri) {
  static const std::array<QueryFunction, 8> casts = {{{"boolean", 1, 1, boolean_cast},
                                                      {"date", 1, 1, time_cast<false>},
                                                      {"dateTime", 1, 1, time_cast<true>},
                                                      {"decimal", 1, 1, number_cast<Type::Decimal>},
                                                      {"double", 1, 1, number_cast<Type::Double>},
                                                      {"float", 1, 1, number_cast<Type::Float>},
                                                      {"integer", 1, 1, number_cast<Type::Integer>},
                                                      {"string", 1, 1, string_cast}}};
  if (!iri.starts_with(xsd::kNamespace)) return nullptr;
  iri.remove_prefix(xsd::kNamespace.size());
  const auto found = std::find_if(casts.begin(), casts.end(),
                                  [&](const QueryFunction& cast) { return cast.name == iri; });
  return found == casts.end() ? nullptr : &*found;
}

const QueryFunction* find_function(std::string_view name) {
  const std::string wanted = lower_case(name);
  for (const auto* functions : {&text_functions(), &term_functions()}) {
    for (const QueryFunction& function : *functions) {
      if (lower_case(function.name) == wanted) return &function;
    }
  }
  return nullptr;
}

std::vector<std::string> function_names() {
  std::vector<std::string> names = {"BOUND", "COALESCE", "EXISTS", "IF"};
  for (const auto* functions : {&text_functions(), &term_functions()}) {
    for (const QueryFunction& function : *functions) names.emplace_back(function.name);
  }
  return names;
}

}  // namespace hearth
