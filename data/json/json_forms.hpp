// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hearth/data/json/json_record.hpp"
#include "hearth/data/json/json_values.hpp"
#include "hearth/data/json/schema_parts.hpp"

/// Forms of values that occur in files of several kinds. `json_values.hpp` describes what the
/// reader of each form accepts; the schemas refer to `schema_parts::common_definitions`.
namespace hearth::forms {

JsonForm<int> version();         ///< version of the format: 1, otherwise error `json.version`
JsonForm<std::string> name();    ///< not empty
JsonForm<std::string> string();  ///< may be empty
JsonForm<double> number(NumberRange range = {});
JsonForm<int> integer(NumberRange range);
/// A whole number of at least 0, at most 2^53.
template <class I>
JsonForm<I> whole() {
  return {[](const JsonNode& node, JsonReading& reading) {
            const double most = std::min(0x1p53, double(std::numeric_limits<I>::max()));
            if (node.is(JsonKind::Number) && node.number() != std::trunc(node.number())) {
              wrong_type(node, "a whole number", reading.diagnostics);
              return std::optional<I>();
            }
            const auto value = read_number(node, reading.diagnostics, {.min = 0.0, .max = most});
            return value ? std::optional(static_cast<I>(*value)) : std::nullopt;
          },
          {{"type", "integer"}},
          [](const I& value) { return value; }};
}
JsonForm<bool> flag();
JsonForm<Unit> unit();
JsonForm<Instant> instant();  ///< without an offset: local time of the zone; written in UTC
JsonForm<Duration> duration();
JsonForm<double> seconds();
JsonForm<std::string> zone_name();
/// A value that the reader ignores, with a schema for editors.
JsonForm<bool> anything(nlohmann::ordered_json schema);

/// Returns a form with another schema.
template <class V>
JsonForm<V> with_schema(JsonForm<V> form, nlohmann::ordered_json schema) {
  form.schema = std::move(schema);
  return form;
}

/// A value that Hearth only reads, with one of the functions of `json_values.hpp`.
template <class V>
JsonForm<V> read_by(std::optional<V> (*read)(const JsonNode&, Diagnostics&),
                    nlohmann::ordered_json schema) {
  return {[read](const JsonNode& node, JsonReading& reading) {
            return read(node, reading.diagnostics);
          },
          std::move(schema)};
}

/// One of the words of an enumeration.
template <class E, std::size_t N>
JsonForm<E> choice(const Choices<E, N>& words) {
  return {[words](const JsonNode& node, JsonReading& reading) {
            return read_choice(node, words, reading.diagnostics);
          },
          schema_parts::one_of_words(schema_parts::words_of(words)),
          [words](const E& value) { return word_for(value, words); }};
}

/// An array; elements that cannot be read are left out. `least` is the smallest number of elements
/// in the schema.
template <class V>
JsonForm<std::vector<V>> list(JsonForm<V> form, int least = 0) {
  nlohmann::ordered_json schema = schema_parts::list_of(form.schema, least);
  return {[read = form.read](const JsonNode& node, JsonReading& reading) {
            std::optional<std::vector<V>> values;
            if (!require_array(node, reading.diagnostics)) return values;
            values.emplace();
            for (const JsonNode element : node.elements()) {
              if (auto value = read(element, reading)) values->push_back(*std::move(value));
            }
            return values;
          },
          std::move(schema),
          [write = form.write](const std::vector<V>& values) {
            nlohmann::ordered_json list = nlohmann::ordered_json::array();
            for (const V& value : values) list.push_back(write(value));
            return list;
          }};
}

/// A single value, or a list of them.
template <class V>
JsonForm<std::vector<V>> one_or_list(JsonForm<V> form) {
  JsonForm<std::vector<V>> several = list(form);
  several.schema = schema_parts::either({form.schema, several.schema});
  several.read = [one = form.read, list = several.read](const JsonNode& node,
                                                        JsonReading& reading) {
    if (node.is(JsonKind::Array)) return list(node, reading);
    std::optional<std::vector<V>> values;
    if (auto value = one(node, reading)) values = {*std::move(value)};
    return values;
  };
  return several;
}

/// An object whose keys become the member `name` of its values, in the order of the file. Values
/// that cannot be read are left out.
template <class V>
JsonForm<std::vector<V>> named_list(JsonForm<V> form, std::string V::*name) {
  nlohmann::ordered_json schema = schema_parts::map_of(form.schema);
  return {[read = form.read, name](const JsonNode& node, JsonReading& reading) {
            std::optional<std::vector<V>> values;
            if (!require_object(node, reading.diagnostics)) return values;
            values.emplace();
            for (const JsonNode member : node.members()) {
              if (is_extension(member.key())) continue;
              auto value = read(member, reading);
              if (!value) continue;
              (*value).*name = member.key();
              values->push_back(*std::move(value));
            }
            return values;
          },
          std::move(schema)};
}

/// An object with arbitrary keys; values that cannot be read are left out.
template <class V>
JsonForm<std::map<std::string, V>> map(JsonForm<V> form) {
  nlohmann::ordered_json schema = schema_parts::map_of(form.schema);
  return {[read = form.read](const JsonNode& node, JsonReading& reading) {
            std::optional<std::map<std::string, V>> values;
            if (!require_object(node, reading.diagnostics)) return values;
            values.emplace();
            for (const JsonNode member : node.members()) {
              if (is_extension(member.key())) continue;
              if (auto value = read(member, reading)) (*values)[member.key()] = *std::move(value);
            }
            return values;
          },
          std::move(schema),
          [write = form.write](const std::map<std::string, V>& values) {
            nlohmann::ordered_json object = nlohmann::ordered_json::object();
            for (const auto& [key, value] : values) object[key] = write(value);
            return object;
          }};
}

}  // namespace hearth::forms
