// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string_view>
#include <type_traits>

#include "hearth/framework/base/unit.hpp"
#include "hearth/framework/component/formula_member.hpp"
#include "hearth/framework/component/guard.hpp"
#include "hearth/framework/component/members.hpp"
#include "hearth/framework/component/parts.hpp"
#include "hearth/framework/component/ranges.hpp"
#include "hearth/framework/scalar/math.hpp"
#include "hearth/framework/scalar/trace.hpp"

namespace hearth {

class FileMember;
class Series;
class Table;

/// Roles of the members of a component. Each role is a struct of the component template.
enum class Role { Input, Output, Parameter, State, Held, Guard, Config };

/// Declares that a member is a `Many` over the index set of this name.
struct over {
  std::string_view set;
  constexpr explicit over(std::string_view set_) : set(set_) {}
};
/// Declares an input over an index set that has at most one entry.
struct at_most_one {
  std::string_view set;
  constexpr explicit at_most_one(std::string_view set_) : set(set_) {}
};
/// Allows an input to stay unconnected, or a series to be omitted; it then has this value.
struct open {
  double value;
  constexpr explicit open(double value_) : value(value_) {}
};
/// Gives a table as many rows as an index set has entries.
struct rows {
  std::string_view set;
  constexpr explicit rows(std::string_view set_) : set(set_) {}
};
/// Gives a table as many columns as an index set has entries.
struct columns {
  std::string_view set;
  constexpr explicit columns(std::string_view set_) : set(set_) {}
};
/// Gives a table a fixed number of columns.
struct column_count {
  int count;
  constexpr explicit column_count(int count_) : count(count_) {}
};
/// Fills a table with zeros if the configuration does not set it.
struct zeros {};

/// Prevents a guard from firing again until its value has returned beyond 0 by this amount.
struct hysteresis {
  double band;
  constexpr explicit hysteresis(double band_) : band(band_) {}
};
/// Makes a state, held value or input also an output with the same name, unit and description. Such
/// shown members are the first outputs, in the order of their declaration.
struct shown {};
/// Marks an input whose quantity leaves the block at its outputs: if this input is a flow or a
/// temperature, so are the outputs. The balance of a run can then follow a flow through the block.
struct passed_on {
  std::string_view factor{};  ///< parameter or input that multiplies the quantity; "": none
  constexpr passed_on() = default;
  constexpr explicit passed_on(std::string_view factor_) : factor(factor_) {}
};
/// Allows an input to stay unconnected if this configuration member is set.
struct or_config {
  std::string_view member;
  constexpr explicit or_config(std::string_view member_) : member(member_) {}
};

/// Takes a series that the model does not set from a file: from the column of the same name in the
/// file that this configuration member names, if it names one.
struct column_of {
  std::string_view file;
  constexpr explicit column_of(std::string_view file_) : file(file_) {}
};

/// A default that is a pure function of the other parameters, with one function pointer for each
/// scalar type.
struct ComputedDefault {
  std::string_view set;  ///< index set whose size is the second argument, "" if none
  double (*plain)(const void*, int) = nullptr;
  Jet8 (*jet)(const void*, int) = nullptr;
  Trace (*trace)(const void*, int) = nullptr;
  bool given = false;  ///< replaces a test of the pointers, which are not constants with sanitizers
  constexpr explicit operator bool() const { return given; }
};

namespace schema_detail {
template <class M>
inline constexpr bool is_many = false;
template <class T>
inline constexpr bool is_many<Many<T>> = true;

template <auto F, class T, class Params>
T call(const void* params, int) {
  return F(*static_cast<const Params*>(params));
}
template <auto F, class T, class Params>
T call_with_size(const void* params, int size) {
  return F(*static_cast<const Params*>(params), size);
}
template <class T>
constexpr ComputedDefault slot_of(std::string_view set, T (*function)(const void*, int)) {
  ComputedDefault erased;
  erased.set = set;
  erased.given = true;
  if constexpr (std::is_same_v<T, double>) erased.plain = function;
  if constexpr (std::is_same_v<T, Jet8>) erased.jet = function;
  if constexpr (std::is_same_v<T, Trace>) erased.trace = function;
  return erased;
}
template <auto F, class T, class Params>
constexpr ComputedDefault erase(std::string_view set, T (*)(const Params&)) {
  return slot_of<T>(set, &call<F, T, Params>);
}
template <auto F, class T, class Params>
constexpr ComputedDefault erase(std::string_view set, T (*)(const Params&, int)) {
  return slot_of<T>(set, &call_with_size<F, T, Params>);
}
}  // namespace schema_detail

/// Sets the function that computes the default of a parameter: `static T f(const Params&)`, or
/// `static T f(const Params&, int n)`, which receives the size n of an index set.
template <auto F>
constexpr ComputedDefault computed(std::string_view set = "") {
  return schema_detail::erase<F>(set, F);
}

/// Kind of a configuration member. A `Number` may also be one of the words of its field. All
/// formulas of a configuration are one member of `Config`, of the kind `Formulas`.
enum class ConfigKind { None, Series, Integer, Flag, Choice, Table, File, Number, Formulas };

/// One member of one role, as users and files see it. Members of all roles are fields of the
/// schema.
struct Field {
  Role role = Role::Input;
  int member = 0;  ///< position in the role: first shown members, then its struct
  std::string_view name;
  Unit unit;
  Range range;
  std::string_view doc;
  std::string_view set;  ///< index set of a `Many`, "" for a plain value
  bool many = false;
  bool single = false;           ///< the index set has at most one entry
  bool passed_on = false;        ///< the quantity that enters here leaves at the outputs
  bool own_start = false;        ///< the component sets this held value at the start, not the model
  bool boolean = false;          ///< a number that is 1 (true) or 0 (false)
  std::string_view factor{};     ///< parameter or input that multiplies the quantity passed on
  bool has_default = false;      ///< an input may be unconnected, a configuration may be omitted
  std::string_view alternative;  ///< configuration member that replaces an unconnected input
  ComputedDefault computed;
  ConfigKind kind = ConfigKind::None;
  GuardRule rule{};                          ///< of a guard
  std::string_view row_set{}, column_set{};  ///< of a table: index sets that determine its shape
  int columns = 0;                           ///< of a table: fixed number of columns, or 0
  std::string_view file{};  ///< of a series: the configuration member that names its file
  std::span<const std::string_view> words{};  ///< of a choice, in the order of its enumerators
};

/// Two parameters, of which the first must not exceed the second.
struct ParameterOrder {
  std::string_view lower, upper;
  bool strict = false;  ///< they must not be equal either
};

/// Parameters whose values, over all keys, must not exceed 1 in sum.
struct ParameterSum {
  static constexpr int kMost = 4;
  std::array<std::string_view, kMost> names{};
  int count = 0;
};

/// An index set. Its size follows from the keys of connections, or is a whole number in the
/// configuration.
struct IndexSet {
  std::string_view name;
  std::string_view count;  ///< configuration member that sets the size, "" if keys determine it
  int default_count = 0;
  std::string_view doc;
  int size = -1;  ///< size in all instances; -1 if it differs between instances
};

/// The member that a shown output repeats.
struct ShownSource {
  Role role = Role::State;
  int member = 0;
};

/// Description of a component type as the framework reads it: every member of every role. It refers
/// to lists that must outlive it, such as the lists of a `SchemaStore`.
class SchemaView {
 public:
  constexpr SchemaView() = default;
  /// Makes a view of the lists of a schema.
  constexpr SchemaView(std::string_view summary, std::span<const Field> fields,
                       std::span<const ShownSource> shown, std::span<const IndexSet> sets,
                       std::span<const ParameterOrder> orders, std::span<const ParameterSum> sums)
      : summary_(summary),
        fields_(fields),
        shown_(shown),
        sets_(sets),
        orders_(orders),
        sums_(sums) {}
  /// Makes a view of lists that were made at run time, without shown outputs. The fields of a role
  /// must be contiguous and in the order of their members.
  SchemaView(std::string_view summary, std::span<const Field> fields,
             std::span<const IndexSet> sets = {})
      : summary_(summary), fields_(fields), sets_(sets), by_role_(true) {
    for (int i = field_count() - 1; i >= 0; --i) {
      first_[static_cast<std::size_t>(field(i).role)] = i;
    }
  }

  /// Returns the number of shown outputs (`shown`).
  constexpr int shown_count() const { return static_cast<int>(shown_.size()); }
  constexpr ShownSource shown_source(int i) const { return shown_[static_cast<std::size_t>(i)]; }
  constexpr std::string_view summary() const { return summary_; }
  constexpr int field_count() const { return static_cast<int>(fields_.size()); }
  constexpr const Field& field(int i) const { return fields_[static_cast<std::size_t>(i)]; }
  constexpr int set_count() const { return static_cast<int>(sets_.size()); }
  constexpr int order_count() const { return static_cast<int>(orders_.size()); }
  constexpr const ParameterOrder& order(int i) const {
    return orders_[static_cast<std::size_t>(i)];
  }
  constexpr int sum_count() const { return static_cast<int>(sums_.size()); }
  constexpr const ParameterSum& sum(int i) const { return sums_[static_cast<std::size_t>(i)]; }
  constexpr const IndexSet& set(int i) const { return sets_[static_cast<std::size_t>(i)]; }

  constexpr const Field* begin() const { return fields_.data(); }
  constexpr const Field* end() const { return fields_.data() + fields_.size(); }

  /// Returns the field with this role and this name in files, or null.
  constexpr const Field* find(Role role, std::string_view name) const {
    for (const Field& field : *this) {
      if (field.role == role && field.name == name) return &field;
    }
    return nullptr;
  }
  /// Returns the number of the field at a position in the struct of a role, or -1 if there is none.
  constexpr int index_of(Role role, int member) const {
    if (by_role_) {
      const int i = first_[static_cast<std::size_t>(role)] + member;
      return i < field_count() && field(i).role == role ? i : -1;
    }
    for (int i = 0; i < field_count(); ++i) {
      if (field(i).role == role && field(i).member == member) return i;
    }
    return -1;
  }
  /// Returns the field at a position in the struct of a role, or null.
  constexpr const Field* find(Role role, int member) const {
    const int index = index_of(role, member);
    return index < 0 ? nullptr : &field(index);
  }
  /// Returns the number of the index set with this name, or -1 if there is none.
  constexpr int set_index(std::string_view name) const {
    for (int i = 0; i < set_count(); ++i) {
      if (set(i).name == name) return i;
    }
    return -1;
  }
  /// Returns the number of inputs that are declared over the set.
  constexpr int inputs_over(std::string_view set) const {
    int n = 0;
    for (const Field& field : *this) n += field.role == Role::Input && field.set == set ? 1 : 0;
    return n;
  }
  /// Returns whether the component computes the value of any guard, instead of only receiving
  /// events.
  constexpr bool has_own_guards() const {
    for (const Field& field : *this) {
      if (field.role == Role::Guard && !field.rule.received) return true;
    }
    return false;
  }
  /// Returns whether all `count` members of a role are declared, each once.
  constexpr bool complete(Role role, int count) const {
    int named = 0;
    for (const Field& field : *this) named += field.role == role ? 1 : 0;
    if (named != count) return false;
    for (int member = 0; member < count; ++member) {
      if (index_of(role, member) < 0) return false;
    }
    return true;
  }
  /// Returns whether all defaults lie in their ranges.
  constexpr bool defaults_in_range() const {
    for (const Field& field : *this) {
      if (field.computed || field.role == Role::Output || field.role == Role::Guard) continue;
      const Range& range = field.range;
      if (!(range.min <= range.value && range.value <= range.max)) return false;
    }
    return true;
  }
  /// Returns whether names are unique among the members that files distinguish by name alone. Such
  /// members are the members of one role, or parameters together with configuration members and
  /// sizes of index sets.
  constexpr bool names_unique() const {
    const auto group = [](Role role) {
      return role == Role::Parameter ? static_cast<int>(Role::Config) : static_cast<int>(role);
    };
    for (int i = 0; i < field_count(); ++i) {
      for (int j = 0; j < i; ++j) {
        if (field(i).name == field(j).name && group(field(i).role) == group(field(j).role)) {
          return false;
        }
      }
      if (group(field(i).role) != static_cast<int>(Role::Config)) continue;
      for (int s = 0; s < set_count(); ++s) {
        if (!set(s).count.empty() && set(s).count == field(i).name) return false;
      }
    }
    return true;
  }
  /// Returns whether every `Many`, and no other member, names its index set.
  constexpr bool sets_match() const {
    for (const Field& field : *this) {
      if (field.many != !field.set.empty()) return false;
    }
    return true;
  }

 private:
  std::string_view summary_;
  std::span<const Field> fields_;
  std::span<const ShownSource> shown_;
  std::span<const IndexSet> sets_;
  std::span<const ParameterOrder> orders_;
  std::span<const ParameterSum> sums_;
  bool by_role_ = false;        // fields are sorted by role
  std::array<int, 7> first_{};  // then the first field of each role
};

/// Declaration of a component type: lists every member of every role once.
class Schema {
 public:
  static constexpr int kMaxFields = 96;
  /// Only the first 64 parameters can have a computed default.
  static constexpr int kMaxComputed = 64;
  static constexpr int kMaxShown = 16;
  static constexpr int kMaxSets = 8;
  static constexpr int kMaxOrders = 12;
  static constexpr int kMaxSums = 2;

  constexpr explicit Schema(std::string_view summary) : summary_(summary) {}

  /// Adds a member of a role under its name in files, with its unit, its default and range (for
  /// parameters, states and held values), and its text for users. `options` are objects of the
  /// types above, such as `over("streams")`, `open(0.0)` and `shown()`.
  template <class S, class M, class... Options>
  constexpr Schema& in(M S::*member, std::string_view name, Unit unit, std::string_view doc,
                       Options... options) {
    Field& field = add<S>(Role::Input, member, name, unit, {}, doc);
    (apply(field, options), ...);
    return *this;
  }
  template <class S, class M, class... Options>
  constexpr Schema& out(M S::*member, std::string_view name, Unit unit, std::string_view doc,
                        Options... options) {
    Field& field = add<S>(Role::Output, member, name, unit, {}, doc);
    (apply(field, options), ...);
    return *this;
  }
  /// Adds the members of a nested struct; options apply to each of them.
  template <class S, class G, std::size_t N, class... Options>
  constexpr Schema& in(G S::*group, const std::array<MemberPart, N>& parts, Options... options) {
    return add_parts<S>(Role::Input, group, parts, options...);
  }
  template <class S, class G, std::size_t N, class... Options>
  constexpr Schema& out(G S::*group, const std::array<MemberPart, N>& parts, Options... options) {
    return add_parts<S>(Role::Output, group, parts, options...);
  }
  template <class S, class G, std::size_t N, class... Options>
  constexpr Schema& par(G S::*group, const std::array<MemberPart, N>& parts, Options... options) {
    return add_parts<S>(Role::Parameter, group, parts, options...);
  }
  template <class S, class M, class... Options>
  constexpr Schema& par(M S::*member, std::string_view name, Unit unit, Range range,
                        std::string_view doc, Options... options) {
    Field& field = add<S>(Role::Parameter, member, name, unit, range, doc);
    (apply(field, options), ...);
    return *this;
  }
  template <class S, class M, class... Options>
  constexpr Schema& state(M S::*member, std::string_view name, Unit unit, Range range,
                          std::string_view doc, Options... options) {
    Field& field = add<S>(Role::State, member, name, unit, range, doc);
    (apply(field, options), ...);
    return *this;
  }
  template <class S, class M, class... Options>
  constexpr Schema& held(M S::*member, std::string_view name, Unit unit, Range range,
                         std::string_view doc, Options... options) {
    Field& field = add<S>(Role::Held, member, name, unit, range, doc);
    (apply(field, options), ...);
    return *this;
  }
  template <class S, class M, class... Options>
  constexpr Schema& guard(M S::*member, std::string_view name, std::string_view doc,
                          Options... options) {
    Field& field = add<S>(Role::Guard, member, name, unit::one, {}, doc);
    (apply(field, options), ...);
    return *this;
  }

  /// Adds an event that this component receives. `fire` receives it like a guard that fired.
  template <class S, class M, class... Options>
  constexpr Schema& event(M S::*member, std::string_view name, std::string_view doc,
                          Options... options) {
    Field& field = add<S>(Role::Guard, member, name, unit::one, {}, doc);
    field.rule.received = true;
    (apply(field, options), ...);
    return *this;
  }

  /// Adds a series, which components read in `unit`. A model must set a series without a default.
  template <class S>
  constexpr Schema& config(Series S::*member, std::string_view name, Unit unit,
                           std::string_view doc) {
    add_config<S>(member, name, unit, {}, doc, ConfigKind::Series);
    return *this;
  }
  template <class S>
  constexpr Schema& config(Series S::*member, std::string_view name, Unit unit, open standard,
                           std::string_view doc) {
    Field& field = add_config<S>(member, name, unit, {}, doc, ConfigKind::Series);
    field.has_default = true;
    field.range.value = standard.value;
    return *this;
  }
  template <class S>
  constexpr Schema& config(Series S::*member, std::string_view name, Unit unit, open standard,
                           std::string_view doc, column_of source) {
    config(member, name, unit, standard, doc);
    fields_[field_count_ - 1].file = source.file;
    return *this;
  }
  /// Adds the name of a file. `column_of` then takes series from the columns of this file.
  template <class S>
  constexpr Schema& config(FileMember S::*member, std::string_view name, std::string_view doc) {
    add_config<S>(member, name, unit::one, {}, doc, ConfigKind::File).has_default = true;
    return *this;
  }
  /// Adds the formulas of a component whose equations are in the model file.
  template <class S>
  constexpr Schema& config(FormulaMember S::*member, std::string_view name, std::string_view doc) {
    add_config<S>(member, name, unit::one, {}, doc, ConfigKind::Formulas).has_default = true;
    return *this;
  }
  template <class S>
  constexpr Schema& config(int S::*member, std::string_view name, Range range,
                           std::string_view doc) {
    add_config<S>(member, name, unit::one, range, doc, ConfigKind::Integer).has_default = true;
    return *this;
  }
  template <class S>
  constexpr Schema& config(bool S::*member, std::string_view name, bool standard,
                           std::string_view doc) {
    Field& field = add_config<S>(member, name, unit::one, {}, doc, ConfigKind::Flag);
    field.has_default = true;
    field.range.value = standard ? 1.0 : 0.0;
    return *this;
  }
  /// Adds a choice of words, which represent the enumerators of `E` in their order; the first word
  /// is the default. The words must outlive the schema: declare them as `static constexpr
  /// std::array<std::string_view, N>`.
  template <class S, class E, std::size_t N>
  requires std::is_enum_v<E>
  constexpr Schema& config(E S::*member, std::string_view name,
                           const std::array<std::string_view, N>& words, std::string_view doc) {
    Field& field = add_config<S>(member, name, unit::one, {}, doc, ConfigKind::Choice);
    field.has_default = true;
    field.words = words;
    return *this;
  }
  template <class S, class... Options>
  constexpr Schema& config(Table S::*member, std::string_view name, std::string_view doc,
                           Options... options) {
    Field& field = add_config<S>(member, name, unit::one, {}, doc, ConfigKind::Table);
    (apply(field, options), ...);
    return *this;
  }

  /// Declares that the values of these parameters must not decrease from one parameter to the next.
  /// The parameters must be declared before. For parameters over an index set, values with the same
  /// key are compared.
  template <class... Names>
  constexpr Schema& rises(Names... names) {
    return add_orders({std::string_view(names)...}, false);
  }
  /// Declares that the values must strictly increase from one parameter to the next.
  template <class... Names>
  constexpr Schema& rises_strictly(Names... names) {
    return add_orders({std::string_view(names)...}, true);
  }

  /// Declares that the values of these parameters, over all keys of index sets, must not exceed 1
  /// in sum. The parameters must be declared before.
  template <class... Names>
  constexpr Schema& at_most_one_in_sum(Names... names) {
    static_assert(sizeof...(Names) <= ParameterSum::kMost);
    ParameterSum& sum = sums_[static_cast<std::size_t>(sum_count_++)];
    for (const std::string_view name : {std::string_view(names)...}) {
      if (view().find(Role::Parameter, name) == nullptr)
        throw "at_most_one_in_sum() may only name parameters that are declared before it";
      sum.names[static_cast<std::size_t>(sum.count++)] = name;
    }
    return *this;
  }

  /// Declares an index set whose size is a whole number in the configuration.
  constexpr Schema& count(std::string_view set, std::string_view name, int standard,
                          std::string_view doc) {
    IndexSet& entry = set_named(set);
    entry.count = name;
    entry.default_count = standard;
    entry.doc = doc;
    return *this;
  }

  /// Returns a view of the declarations so far; this `Schema` must outlive it.
  constexpr SchemaView view() const;

 private:
  template <class S, class M>
  static constexpr int position(M S::*member) {
    S object{};
    int index = 0;
    int found = -1;
    const auto look_at = [&]<class X>(X& candidate) {
      if constexpr (std::is_same_v<X, M>) {
        if (&candidate == &(object.*member)) found = index;
      }
      index += member_count<X>;
    };
    members_detail::with_members(object, [&](auto&... members) { (look_at(members), ...); });
    return found;
  }
  template <class S, class G, std::size_t N, class... Options>
  constexpr Schema& add_parts(Role role, G S::*group, const std::array<MemberPart, N>& parts,
                              Options... options) {
    static_assert(member_count<G> == static_cast<int>(N),
                  "the parts of a nested struct must be as many as its members");
    int next = position(group);
    bool many = false;
    G object{};
    for_each_member(object, [&]<class X>(X&) { many = schema_detail::is_many<X>; });
    for (const MemberPart& part : parts) {
      const bool output = role == Role::Output;
      Field& field =
          append(role, next++, part.name, part.unit, output ? Range{} : part.range, part.doc, many);
      field.has_default = part.has_default && !output;
      (apply(field, options), ...);
    }
    return *this;
  }
  constexpr Schema& add_orders(std::initializer_list<std::string_view> names, bool strict) {
    const std::string_view* before = nullptr;
    for (const std::string_view& name : names) {
      if (view().find(Role::Parameter, name) == nullptr)
        throw "rises() may only name parameters that are declared before it";
      if (before != nullptr) {
        orders_[static_cast<std::size_t>(order_count_++)] = {*before, name, strict};
      }
      before = &name;
    }
    return *this;
  }
  template <class S, class M>
  constexpr Field& add(Role role, M S::*member, std::string_view name, Unit unit, Range range,
                       std::string_view doc) {
    return append(role, position(member), name, unit, range, doc, schema_detail::is_many<M>);
  }
  /// `member` is the position in the struct of the role.
  constexpr Field& append(Role role, int member, std::string_view name, Unit unit, Range range,
                          std::string_view doc, bool many) {
    Field& field = fields_[field_count_++];
    field.role = role;
    field.member = member;
    if (role == Role::Output) {
      field.member += shown_count_;
      has_out_ = true;
    }
    field.name = name;
    field.unit = unit;
    field.range = range;
    field.doc = doc;
    field.many = many;
    return field;
  }
  template <class S, class M>
  constexpr Field& add_config(M S::*member, std::string_view name, Unit unit, Range range,
                              std::string_view doc, ConfigKind kind) {
    Field& field = add<S>(Role::Config, member, name, unit, range, doc);
    field.kind = kind;
    return field;
  }
  constexpr void apply(Field& field, over option) {
    field.set = option.set;
    set_named(option.set);
  }
  constexpr void apply(Field& field, at_most_one option) {
    apply(field, over(option.set));
    field.single = true;
  }
  constexpr void apply(Field& field, open option) {
    field.has_default = true;
    field.range.value = option.value;
  }
  constexpr void apply(Field& field, rows option) { field.row_set = option.set; }
  constexpr void apply(Field& field, columns option) { field.column_set = option.set; }
  constexpr void apply(Field& field, column_count option) { field.columns = option.count; }
  constexpr void apply(Field& field, struct passed_on option) {
    field.passed_on = true;
    field.factor = option.factor;
  }
  constexpr void apply(Field& field, zeros) { field.has_default = true; }
  constexpr void apply(Field& field, shown) {
    if (has_out_) throw "shown() must come before the first out()";
    shown_[static_cast<std::size_t>(shown_count_)] = {field.role, field.member};
    Field output = field;
    output.role = Role::Output;
    output.member = shown_count_++;
    output.range = {};
    output.has_default = false;
    output.alternative = "";
    output.computed = ComputedDefault{};
    fields_[static_cast<std::size_t>(field_count_++)] = output;
  }
  constexpr void apply(Field& field, Crossing option) { field.rule.crossing = option; }
  constexpr void apply(Field& field, hysteresis option) { field.rule.hysteresis = option.band; }
  constexpr void apply(Field& field, or_config option) { field.alternative = option.member; }
  constexpr void apply(Field& field, ComputedDefault option) {
    if (field.member >= kMaxComputed)
      throw "computed() is possible for the first 64 parameters only";
    field.computed = option;
    field.has_default = true;
  }
  constexpr IndexSet& set_named(std::string_view name) {
    const int known = view().set_index(name);
    if (known >= 0) return sets_[known];
    IndexSet& entry = sets_[set_count_++];
    entry.name = name;
    return entry;
  }

  std::string_view summary_;
  std::array<Field, kMaxFields> fields_{};
  int field_count_ = 0;
  std::array<ShownSource, kMaxShown> shown_{};
  int shown_count_ = 0;
  bool has_out_ = false;
  std::array<IndexSet, kMaxSets> sets_{};
  int set_count_ = 0;
  std::array<ParameterOrder, kMaxOrders> orders_{};
  int order_count_ = 0;
  std::array<ParameterSum, kMaxSums> sums_{};
  int sum_count_ = 0;
};

constexpr SchemaView Schema::view() const {
  const auto first = [](const auto& list, int count) {
    return std::span(list).first(static_cast<std::size_t>(count));
  };
  return {summary_,
          first(fields_, field_count_),
          first(shown_, shown_count_),
          first(sets_, set_count_),
          first(orders_, order_count_),
          first(sums_, sum_count_)};
}

/// The lists of a schema, without the unused space of a `Schema`.
template <int Fields, int Shown, int Sets, int Orders, int Sums>
class SchemaStore {
 public:
  constexpr explicit SchemaStore(const SchemaView& declared) : summary_(declared.summary()) {
    for (int i = 0; i < Fields; ++i) fields_[static_cast<std::size_t>(i)] = declared.field(i);
    for (int i = 0; i < Shown; ++i) shown_[static_cast<std::size_t>(i)] = declared.shown_source(i);
    for (int i = 0; i < Sets; ++i) sets_[static_cast<std::size_t>(i)] = declared.set(i);
    for (int i = 0; i < Orders; ++i) orders_[static_cast<std::size_t>(i)] = declared.order(i);
    for (int i = 0; i < Sums; ++i) sums_[static_cast<std::size_t>(i)] = declared.sum(i);
  }
  constexpr SchemaView view() const { return {summary_, fields_, shown_, sets_, orders_, sums_}; }

 private:
  std::string_view summary_;
  std::array<Field, Fields> fields_{};
  std::array<ShownSource, Shown> shown_{};
  std::array<IndexSet, Sets> sets_{};
  std::array<ParameterOrder, Orders> orders_{};
  std::array<ParameterSum, Sums> sums_{};
};

/// The schema of a component with the scalar type `double`, in static memory.
template <class Component>
class StoredSchema {
  static constexpr Schema declared = Component::schema();
  static constexpr SchemaView whole = declared.view();
  static constexpr SchemaStore<whole.field_count(), whole.shown_count(), whole.set_count(),
                               whole.order_count(), whole.sum_count()>
      store{whole};

 public:
  static constexpr SchemaView view = store.view();
};

}  // namespace hearth
