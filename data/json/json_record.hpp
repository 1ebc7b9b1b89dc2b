// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "hearth/data/json/json_document.hpp"
#include "hearth/data/time/time_zone.hpp"

namespace hearth {

/// Additional data for reading a file, and the findings of the reader.
struct JsonReading {
  Diagnostics& diagnostics;
  std::optional<Zone> zone{};  ///< zone of local times
  std::string first_stamp{};   ///< text of the first instant that was read, "" if there was none
};

/// How values of one type are read from and written to files, and their JSON Schema.
template <class V>
struct JsonForm {
  using Read = std::function<std::optional<V>(const JsonNode&, JsonReading&)>;
  using Write = std::function<nlohmann::ordered_json(const V&)>;

  Read read;  ///< returns nothing after adding errors to the diagnostics
  nlohmann::ordered_json schema;
  Write write{};  ///< empty for files that Hearth only reads
};

/// The members of an object in a file, independent of the type that contains their values.
class JsonMembers {
 public:
  std::vector<std::string_view> keys() const;
  /// Returns the JSON Schema of the object.
  nlohmann::ordered_json schema() const;

 protected:
  struct Member {
    std::string key;
    bool required = false;
    nlohmann::ordered_json schema;
    std::function<bool(void*, const JsonNode&, JsonReading&)> read;
    std::function<void(const void*, nlohmann::ordered_json&)> write{};
  };
  void add(Member member, std::string_view doc);
  void set_shorthand(std::string_view key);
  bool read_members(const JsonNode& node, void* object, JsonReading& reading) const;
  nlohmann::ordered_json write_members(const void* object) const;

  std::vector<Member> members_;
  std::string shorthand_;  // key of the member that may represent the object, "" if none may
};

/// The description of an object in a file: for each key the member of `T` that contains its value,
/// the form of the value and a sentence of documentation. Reading, writing, the check for unknown
/// keys and the JSON Schema follow from this one description.
///
/// Members are read in the order of the description. If `T` has a member `where`, it is set to the
/// place of the object. A `target` is a pointer to a member, or a function from `T&` to a
/// reference.
template <class T>
class JsonRecord : public JsonMembers {
  using Json = nlohmann::ordered_json;

 public:
  /// Adds a required key, which is always written.
  template <class Target, class V>
  JsonRecord& required(std::string key, Target target, JsonForm<V> form,
                       std::string_view doc = {}) {
    return add_value(std::move(key), true, true, target, std::move(form), doc);
  }
  /// Adds an optional key. If a file does not contain it, the target keeps its value. It is written
  /// unless its value is empty or the default.
  template <class Target, class V>
  JsonRecord& optional(std::string key, Target target, JsonForm<V> form,
                       std::string_view doc = {}) {
    return add_value(std::move(key), false, false, target, std::move(form), doc);
  }
  /// Adds an optional key that is always written.
  template <class Target, class V>
  JsonRecord& written(std::string key, Target target, JsonForm<V> form, std::string_view doc = {}) {
    return add_value(std::move(key), false, true, target, std::move(form), doc);
  }

  /// Adds a key with a reader of its own, which is called as `read(object, node, reading)`.
  template <class Read>
  requires std::is_invocable_v<Read, T&, const JsonNode&, JsonReading&> JsonRecord& required(
      std::string key, Read read, Json schema, std::string_view doc = {}) {
    return add_reader(std::move(key), true, read, std::move(schema), doc);
  }
  template <class Read>
  requires std::is_invocable_v<Read, T&, const JsonNode&, JsonReading&> JsonRecord& optional(
      std::string key, Read read, Json schema, std::string_view doc = {}) {
    return add_reader(std::move(key), false, read, std::move(schema), doc);
  }

  /// Does the same, with a function `write(object)` that returns the value to write, or null to
  /// omit the key.
  template <class Read, class Write>
  requires std::is_invocable_v<Read, T&, const JsonNode&, JsonReading&> &&
      std::is_invocable_r_v<Json, Write, const T&>
          JsonRecord& optional(std::string key, Read read, Write write, Json schema,
                               std::string_view doc = {}) {
    add_reader(key, false, read, std::move(schema), doc);
    members_.back().write = [key, write](const void* object, Json& json) {
      Json value = write(*static_cast<const T*>(object));
      if (!value.is_null()) json[key] = std::move(value);
    };
    return *this;
  }

  /// Adds a key whose value is checked but not stored.
  template <class V>
  JsonRecord& required(std::string key, JsonForm<V> form, std::string_view doc = {}) {
    return add_checked(std::move(key), true, std::move(form), doc);
  }
  template <class V>
  JsonRecord& optional(std::string key, JsonForm<V> form, std::string_view doc = {}) {
    return add_checked(std::move(key), false, std::move(form), doc);
  }

  /// Adds the members of another record, whose object `target` selects.
  template <class U, class Target>
  JsonRecord& members_of(const JsonRecord<U>& other, Target target) {
    for (Member member : other.members_) {
      member.read = [target, read = std::move(member.read)](void* object, const JsonNode& node,
                                                            JsonReading& reading) {
        return read(&std::invoke(target, *static_cast<T*>(object)), node, reading);
      };
      member.write = [target, write = std::move(member.write)](const void* object, Json& json) {
        if (write) write(&std::invoke(target, *static_cast<const T*>(object)), json);
      };
      members_.push_back(std::move(member));
    }
    return *this;
  }

  /// Permits a file to contain the value of this key instead of an object with only this key.
  JsonRecord& shorthand(std::string_view key) {
    set_shorthand(key);
    return *this;
  }

  /// Adds a check of each object that was read, called as `check(object, node, reading)`.
  JsonRecord& then(std::function<void(T&, const JsonNode&, JsonReading&)> check) {
    then_ = std::move(check);
    return *this;
  }

  /// Reads an object; returns whether the node is an object (or the shorthand for one) with all
  /// required keys.
  bool read(const JsonNode& node, T& object, JsonReading& reading) const {
    if constexpr (requires { object.where = node.where(); }) object.where = node.where();
    const bool complete = read_members(node, &object, reading);
    if (then_ && (node.is(JsonKind::Object) || !shorthand_.empty())) then_(object, node, reading);
    return complete;
  }
  /// Returns the object that was read, or nothing if the function above returns false.
  std::optional<T> read(const JsonNode& node, JsonReading& reading) const {
    std::optional<T> object(std::in_place);
    if (!read(node, *object, reading)) object.reset();
    return object;
  }
  Json write(const T& object) const { return write_members(&object); }

  /// Returns the record as a form, for members of other records.
  JsonForm<T> form() const {
    return {[record = *this](const JsonNode& node, JsonReading& reading) {
              return record.read(node, reading);
            },
            schema(), [record = *this](const T& object) { return record.write(object); }};
  }

 private:
  template <class>
  friend class JsonRecord;

  template <class Target, class V>
  JsonRecord& add_value(std::string key, bool required, bool always, Target target,
                        JsonForm<V> form, std::string_view doc) {
    Member member{key, required, std::move(form.schema), {}};
    member.read = [target, read = std::move(form.read)](void* object, const JsonNode& node,
                                                        JsonReading& reading) {
      std::optional<V> value = read(node, reading);
      if (value) std::invoke(target, *static_cast<T*>(object)) = *std::move(value);
      return value.has_value();
    };
    if constexpr (std::is_invocable_v<Target, const T&>) {
      member.write = [target, key, always, write = std::move(form.write)](const void* object,
                                                                          Json& json) {
        const auto& value = std::invoke(target, *static_cast<const T*>(object));
        if (always || !is_default(value, target)) json[key] = written_value<V>(value, write);
      };
    }
    add(std::move(member), doc);
    return *this;
  }

  template <class Read>
  JsonRecord& add_reader(std::string key, bool required, Read read, Json schema,
                         std::string_view doc) {
    const auto call = [read](void* object, const JsonNode& node, JsonReading& reading) {
      std::invoke(read, *static_cast<T*>(object), node, reading);
      return true;
    };
    add({std::move(key), required, std::move(schema), call}, doc);
    return *this;
  }

  template <class V>
  JsonRecord& add_checked(std::string key, bool required, JsonForm<V> form, std::string_view doc) {
    const auto check = [read = std::move(form.read)](void*, const JsonNode& node,
                                                     JsonReading& reading) {
      return read(node, reading).has_value();
    };
    add({std::move(key), required, std::move(form.schema), check}, doc);
    return *this;
  }

  template <class M, class Target>
  static bool is_default(const M& value, const Target& target) {
    if constexpr (requires { value.has_value(); }) {
      return !value.has_value();
    } else if constexpr (requires { value.empty(); }) {
      return value.empty();
    } else if constexpr (std::equality_comparable<M>) {
      static const T standard{};
      return value == std::invoke(target, standard);
    } else {
      return false;
    }
  }

  template <class V, class M>
  static Json written_value(const M& value, const typename JsonForm<V>::Write& write) {
    if constexpr (std::is_same_v<M, std::optional<V>>) {
      return value ? write(*value) : Json(nullptr);
    } else {
      return write(static_cast<V>(value));
    }
  }

  std::function<void(T&, const JsonNode&, JsonReading&)> then_;
};

}  // namespace hearth
