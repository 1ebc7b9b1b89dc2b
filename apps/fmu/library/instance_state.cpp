// SPDX-License-Identifier: MIT
// States of instances as bytes: a line with the version, a line with the token of the FMU, the
// values, and a hash of these parts.
#include <cstring>
#include <string>
#include <type_traits>

#include "hearth/apps/fmu/library/model_instance.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth::fmu {
namespace {

constexpr std::string_view kStateHead = "hearth-fmu-state 1\n";

class StateWriter {
 public:
  explicit StateWriter(std::string& bytes) : bytes_(bytes) {}

  template <class T>
  void operator()(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  template <class T>
  void operator()(const std::vector<T>& values) {
    (*this)(values.size());
    for (const T& value : values) (*this)(value);
  }
  template <class T>
  void operator()(const std::optional<T>& value) {
    (*this)(value.has_value());
    if (value) pass(*this, *value);
  }

 private:
  std::string& bytes_;
};

class StateReader {
 public:
  explicit StateReader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  void operator()(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (bytes_.size() < sizeof value) throw InputError("fmi.state_mismatch", {}, kShort);
    std::memcpy(&value, bytes_.data(), sizeof value);
    bytes_.remove_prefix(sizeof value);
  }
  template <class T>
  void operator()(std::vector<T>& values) {
    std::size_t size = 0;
    (*this)(size);
    if (size > bytes_.size()) throw InputError("fmi.state_mismatch", {}, kShort);
    values.resize(size);
    for (T& value : values) (*this)(value);
  }
  template <class T>
  void operator()(std::optional<T>& value) {
    bool there = false;
    (*this)(there);
    if (there) pass(*this, value.emplace());
  }

 private:
  static constexpr const char* kShort = "the state is incomplete";
  std::string_view bytes_;
};

/// Visits only the state of the simulation, without recorded rows and balances.
template <class Visit, class State>
void pass_simulation(Visit& visit, State& state) {
  if constexpr (std::is_same_v<std::remove_const_t<State>, Snapshot<double>>) {
    visit(state.step);
    visit(state.cells);
    visit(state.sides);
    visit(state.loops);
    visit(state.halvings);
  } else {
    visit(state.now);
    visit(state.first);
    visit(state.due);
    visit(state.touched);
    visit(state.cells);
    visit(state.tears);
    visit(state.passed);
    visit(state.sides);
    visit(state.ticks);
    visit(state.integrals);
  }
}

template <class Visit, class Point>
requires std::is_same_v<std::remove_const_t<Point>, RunSnapshot>
void pass(Visit& visit, Point& point) {
  visit(point.row);
  visit(point.means);
  bool continuous = point.state.index() == 1;
  visit(continuous);
  if constexpr (!std::is_const_v<Point>) {
    if (continuous) point.state.template emplace<ContinuousSnapshot>();
  }
  if (continuous) {
    pass_simulation(visit, std::get<ContinuousSnapshot>(point.state));
  } else {
    pass_simulation(visit, std::get<Snapshot<double>>(point.state));
  }
}

template <class Visit, class Step>
requires std::is_same_v<std::remove_const_t<Step>, MadeStep>
void pass(Visit& visit, Step& step) {
  pass(visit, step.before);
  visit(step.inputs);
}

template <class Visit, class State>
void pass_state(Visit& visit, State& state) {
  visit(state.phase);
  visit(state.start_time);
  visit(state.start);
  visit(state.end);
  visit(state.inputs);
  visit(state.parameters);
  visit(state.point);
  visit(state.last);
}

}  // namespace

std::string ModelInstance::serialize(const InstanceState& state) const {
  std::string bytes(kStateHead);
  bytes += interface().token + "\n";
  StateWriter writer(bytes);
  pass_state(writer, state);
  writer(fnv1a64(bytes));
  return bytes;
}

InstanceState ModelInstance::deserialize(std::string_view bytes) const {
  const std::string head = std::string(kStateHead) + interface().token + "\n";
  std::uint64_t hash = 0;
  const bool whole = bytes.starts_with(head) && bytes.size() >= head.size() + sizeof hash;
  if (whole) std::memcpy(&hash, bytes.data() + bytes.size() - sizeof hash, sizeof hash);
  if (!whole || hash != fnv1a64(bytes.substr(0, bytes.size() - sizeof hash))) {
    throw InputError("fmi.state_mismatch", {},
                     "the state was saved by another FMU or another version of it, or is damaged; "
                     "save it again");
  }
  StateReader reader(bytes.substr(head.size(), bytes.size() - head.size() - sizeof hash));
  InstanceState state;
  pass_state(reader, state);
  return state;
}

}  // namespace hearth::fmu
