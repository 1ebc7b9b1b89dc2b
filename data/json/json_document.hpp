// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/json_levels.hpp"

namespace hearth {

class JsonDocument;
class JsonRange;

enum class JsonKind { Null, Boolean, Number, String, Array, Object };

/// A value of a JSON document, with its position in the file.
///
/// It is a view: the document must outlive it and must not be moved. Only call functions that match
/// the kind of the value: for example, `number()` is not defined for a string.
class JsonNode {
 public:
  JsonKind kind() const;
  bool is(JsonKind kind) const { return this->kind() == kind; }

  bool boolean() const;
  double number() const;
  const std::string& string() const;

  /// Returns the members of an object in the order of the file; `key()` of a member is its key.
  JsonRange members() const;
  /// Returns the elements of an array.
  JsonRange elements() const;
  /// Returns the number of members or elements of an object or array.
  int size() const;
  /// Returns the member with this key, or nothing if there is none or this value is not an object.
  std::optional<JsonNode> find(std::string_view key) const;

  /// Returns the key if this value is a member of an object, otherwise "".
  const std::string& key() const;
  /// Returns the line on which the value begins.
  int line() const;
  /// Returns the JSON pointer (RFC 6901) of the value: `/components/020B/type`, "" for the root.
  std::string pointer() const;
  /// Returns file, line and pointer.
  Where where() const;

  /// Returns a description of the value for messages: `the string "on"`, `an array`.
  std::string describe() const;

 private:
  friend class JsonBuilder;
  friend class JsonDocument;
  friend class JsonRange;
  JsonNode(const JsonDocument* document, int index) : document_(document), index_(index) {}

  const JsonDocument* document_;
  int index_;
};

/// The members of an object, or the elements of an array, for a range-based `for`.
class JsonRange {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = JsonNode;
    using difference_type = std::ptrdiff_t;
    using pointer = const JsonNode*;
    using reference = JsonNode;

    Iterator(const JsonDocument* document, int index) : document_(document), index_(index) {}
    JsonNode operator*() const { return {document_, index_}; }
    Iterator& operator++();
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    const JsonDocument* document_;
    int index_;
  };

  Iterator begin() const { return {document_, first_}; }
  Iterator end() const { return {document_, -1}; }

 private:
  friend class JsonNode;
  JsonRange(const JsonDocument* document, int first) : document_(document), first_(first) {}

  const JsonDocument* document_;
  int first_;
};

/// A JSON text in memory. Comments (`//`, `/* */`) are permitted. Duplicate keys, numbers beyond
/// the range of `double`, and arrays and objects that are nested more deeply than `kMaxDepth` are
/// errors.
class JsonDocument {
 public:
  static constexpr int kMaxDepth = kMostJsonLevels;

  /// Reads a file. Throws the errors of `parse` and of `read_text_file`, such as `file.missing`.
  static JsonDocument read(const std::filesystem::path& path);
  /// Reads a text; `file` is its name in messages. Throws one InputError with all errors found:
  /// `json.syntax`, `json.key_duplicate`, `json.number`, `json.depth`, `json.encoding`,
  /// `json.empty`.
  static JsonDocument parse(std::string_view text, std::string file);

  JsonNode root() const { return {this, 0}; }
  const std::string& file() const { return file_; }

 private:
  friend class JsonNode;
  friend class JsonRange;
  friend class JsonBuilder;

  struct Value {
    JsonKind kind = JsonKind::Null;
    int line = 0;
    int parent = -1;
    int position = 0;  // among the parent's values
    int first = -1;    // first value inside, -1 if none
    int last = -1;
    int next = -1;  // next value of the parent, -1 after the last
    int size = 0;
    double number = 0.0;  // a Boolean is 0 or 1
    std::string key;
    std::string string;
  };
  const Value& value(int index) const { return values_[index]; }

  std::string file_;
  std::vector<Value> values_;  // in the order of the file, the root first
};

/// Returns `/key` as RFC 6901 writes it (`~0` for `~`, `~1` for `/`).
std::string pointer_part(std::string_view key);

/// Largest number of bytes of a key that a message, or a pointer in a message, contains.
inline constexpr std::size_t kLongestKey = 200;
/// Returns the text, or, if it has more than `most` bytes, its beginning (whole UTF-8 characters)
/// and `...`.
std::string shortened(const std::string& text, std::size_t most);

/// Returns the value as JSON on one line. Numbers read back equal.
std::string to_text(const JsonNode& node);

/// Returns the elements of an array of numbers, or nothing if the value is not such an array.
std::optional<std::vector<double>> numbers_of(const JsonNode& array);

}  // namespace hearth
