// SPDX-License-Identifier: MIT
#include "hearth/apps/views/building_view.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "hearth/apps/views/graph_layout.hpp"
#include "hearth/framework/base/printable.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth::apps {
namespace {

using Kind = ImportNode::Kind;
using Fate = ImportNode::Fate;

// Numbers of nodes of a class that are drawn separately, as many as possible.
constexpr std::array<std::size_t, 3> kNodesApart = {32, 16, 8};
constexpr std::size_t kNamedMembers = 10;  // number of nodes that the text of a group names
constexpr std::size_t kLongestLine = 60;   // characters of a line in a box

enum Look { kComponent, kPart, kSpace, kPoint, kBoundary, kLeftOut };

int look_of(const ImportNode& node) {
  if (node.fate == Fate::LeftOut) return kLeftOut;
  if (node.kind == Kind::Boundary) return kBoundary;
  if (node.kind == Kind::Point) return kPoint;
  if (node.fate == Fate::Part) return kPart;
  return node.kind == Kind::Space ? kSpace : kComponent;
}

std::vector<GraphLook> looks() {
  return {{"#d7e8d4", "equipment that is a component"},
          {"#eef5ec", "part of another component"},
          {"#d6e4f2", "space that is a component"},
          {"#efe7f5", "point that is measured or feeds a component"},
          {"#f4f6f8", "not in the graph: a boundary of the model"},
          {"#f6d9d5", "left out"}};
}

std::string shortened(const std::string& text) {
  if (character_count(text) <= static_cast<double>(kLongestLine)) return text;
  std::size_t count = 0, at = 0;
  while (at < text.size() && count < kLongestLine) {
    at += std::max<std::size_t>(utf8_length(std::string_view(text).substr(at)), 1);
    ++count;
  }
  return text.substr(0, at) + "...";
}

std::string title_of(const ImportNode& node) {
  if (node.label.empty() || node.node.name.ends_with(node.label)) return node.node.name;
  return node.node.name + " \"" + node.label + "\"";
}

/// Nodes that are drawn as one node.
struct Group {
  std::vector<int> members;
  std::size_t points = 0, points_used = 0, parts = 0;
};

class BuildingGraph {
 public:
  BuildingGraph(const std::vector<ImportNode>& nodes, const std::vector<ImportRelation>& relations,
                const BuildingDrawing& drawing)
      : nodes_(nodes), relations_(relations), drawing_(drawing), keys_(nodes.size()) {}

  GraphView view(const std::string& name) {
    view_.name = name;
    view_.column_word = "";
    view_.looks = looks();
    find_holders();
    choose_keys();
    make_groups();
    for (const std::string& key : order_) add_node(groups_.at(key));
    add_edges();
    set_levels();
    return std::move(view_);
  }

 private:
  /// Finds the drawn nodes to which points and parts belong.
  void find_holders() {
    holder_.assign(nodes_.size(), -1);
    for (const ImportRelation& relation : relations_) {
      const ImportNode& held = nodes_[relation.to];
      const bool of_point = held.kind == Kind::Point && nodes_[relation.from].kind != Kind::Point;
      const bool of_part = held.fate == Fate::Part && relation.word == "has part";
      if (of_point || of_part) holder_[relation.to] = relation.from;
    }
  }

  bool is_drawn(std::size_t n) const {
    if (nodes_[n].kind == Kind::Point) return drawing_.points;
    return !count_parts_ || nodes_[n].fate != Fate::Part || holder_[n] < 0;
  }

  std::size_t drawn_count() const {
    std::size_t count = 0;
    for (std::size_t n = 0; n < nodes_.size(); ++n) count += is_drawn(n) ? 1 : 0;
    return count;
  }

  static std::string alike(const ImportNode& node) {
    return fmt::format("{}|{}|{}|{}", node.type, to_string(node.kind), to_string(node.fate),
                       node.code);
  }

  void choose_keys() {
    const std::size_t most = std::max<std::size_t>(drawing_.most, 1);
    for (std::size_t n = 0; n < nodes_.size(); ++n) keys_[n] = fmt::format("#{}", n);
    if (!drawing_.points) remark_points();
    if (drawn_count() <= most) return;
    count_parts_ = true;
    if (drawn_count() <= most) {
      view_.remarks.push_back(
          fmt::format("parts are counted, not drawn: more than {} nodes (--most)", most));
      return;
    }
    view_.remarks.push_back(
        fmt::format("parts are counted and similar nodes are drawn as one, because the graph has "
                    "more than {} nodes (--most)",
                    most));
    for (const std::size_t apart : kNodesApart) {
      merge(apart, true);
      if (key_count() <= most) return;
    }
    merge(kNodesApart.back(), false);
    if (key_count() > most) merge(0, false);
    if (key_count() > most) keep_largest(most);
  }

  void remark_points() {
    const auto points = std::count_if(nodes_.begin(), nodes_.end(), [](const ImportNode& node) {
      return node.kind == Kind::Point;
    });
    if (points > 0) {
      view_.remarks.push_back(
          fmt::format("{} are counted, not drawn (--points draws them)", counted(points, "point")));
    }
  }

  /// Sets equal keys for nodes of large classes with common properties and upstream nodes.
  void merge(std::size_t handful, bool by_neighbours) {
    std::map<std::string, std::size_t> counts;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      if (is_drawn(n)) ++counts[alike(nodes_[n])];
    }
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      const std::string own = alike(nodes_[n]);
      keys_[n] = counts[own] <= handful ? fmt::format("#{}", n) : own;
    }
    if (!by_neighbours) return;
    std::map<std::string, std::size_t> ids;  // keys remain short in every round
    constexpr int kRounds = 4;               // plant, air handling unit, box, zone
    for (int round = 0; round < kRounds; ++round) {
      std::vector<std::set<std::string>> upstream(nodes_.size());
      for (const ImportRelation& relation : relations_) {
        if (is_drawn(relation.from) && nodes_[relation.from].kind != Kind::Boundary) {
          upstream[relation.to].insert(keys_[relation.from]);
        }
      }
      for (std::size_t n = 0; n < nodes_.size(); ++n) {
        if (keys_[n].starts_with('#')) continue;
        std::string key = alike(nodes_[n]);
        for (const std::string& other : upstream[n]) key += "|" + other;
        keys_[n] = fmt::format("{}", ids.try_emplace(key, ids.size()).first->second);
      }
    }
  }

  std::size_t key_count() const {
    std::set<std::string> keys;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      if (is_drawn(n)) keys.insert(keys_[n]);
    }
    return keys.size();
  }

  void keep_largest(std::size_t most) {
    std::map<std::string, std::size_t> sizes;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      if (is_drawn(n)) ++sizes[keys_[n]];
    }
    std::vector<std::pair<std::size_t, std::string>> order;
    for (const auto& [key, size] : sizes) order.emplace_back(size, key);
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::size_t left = 0;
    for (std::size_t k = most; k < order.size(); ++k) {
      hidden_.insert(order[k].second);
      left += order[k].first;
    }
    view_.remarks.push_back(
        fmt::format("{} of the rarest kinds are not drawn", counted(left, "node")));
  }

  void make_groups() {
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      if (!is_drawn(n) || hidden_.contains(keys_[n])) continue;
      const auto [found, is_new] = groups_.try_emplace(keys_[n]);
      if (is_new) {
        positions_[keys_[n]] = static_cast<int>(order_.size());
        order_.push_back(keys_[n]);
      }
      found->second.members.push_back(static_cast<int>(n));
    }
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      if (is_drawn(n) || holder_[n] < 0) continue;
      int holder = holder_[n];
      // A part of a part that is not drawn counts at the whole; cycles are limited.
      for (int steps = 0; steps < 50 && !is_drawn(holder) && holder_[holder] >= 0; ++steps) {
        holder = holder_[holder];
      }
      const auto found = groups_.find(keys_[holder]);
      if (found == groups_.end()) continue;
      const bool used = nodes_[n].fate != Fate::LeftOut;
      if (nodes_[n].kind == Kind::Point) {
        ++found->second.points;
        found->second.points_used += used ? 1 : 0;
      } else {
        ++found->second.parts;
      }
    }
  }

  static std::string counts_text(const Group& group) {
    std::string text;
    if (group.parts > 0) text += ", " + counted(group.parts, "part");
    if (group.points > 0) {
      text += fmt::format(", {} of {} used", group.points_used, counted(group.points, "point"));
    }
    return text;
  }

  static std::string node_words(const ImportNode& node) {
    if (node.type.empty()) return fate_words(node);
    return node.kind == Kind::Boundary ? fate_words(node) + ": " + node.type
                                       : node.type + ": " + fate_words(node);
  }

  void add_node(const Group& group) {
    const ImportNode& first = nodes_[group.members.front()];
    GraphNode node;
    node.look = look_of(first);
    if (group.members.size() == 1) {
      node.id = shortened(title_of(first));
      node.type = shortened(node_words(first)) + counts_text(group);
      node.iri = first.node.iri;
      node.note = first.reason.empty() ? title_of(first) : title_of(first) + ": " + first.reason;
    } else {
      const std::string what = first.type.empty() ? std::string(to_string(first.kind)) : first.type;
      node.id = shortened(fmt::format("{} x {}", group.members.size(), what));
      node.type = (first.fate == Fate::LeftOut ? fate_words(first)
                                               : std::string(to_string(first.fate)) + "s") +
                  counts_text(group);
      node.note = first.reason;
      for (std::size_t k = 0; k < std::min(kNamedMembers, group.members.size()); ++k) {
        node.note += (node.note.empty() ? ""
                      : k == 0          ? ": "
                                        : ", ") +
                     title_of(nodes_[group.members[k]]);
      }
      if (group.members.size() > kNamedMembers) {
        node.note += fmt::format(" and {} more", group.members.size() - kNamedMembers);
      }
    }
    view_.nodes.push_back(std::move(node));
  }

  void add_edges() {
    std::map<std::pair<int, int>, std::set<std::string>> words;
    for (const ImportRelation& relation : relations_) {
      if (!is_drawn(relation.from) || !is_drawn(relation.to)) continue;
      const auto from = positions_.find(keys_[relation.from]);
      const auto to = positions_.find(keys_[relation.to]);
      if (from == positions_.end() || to == positions_.end() || from == to) continue;
      words[{from->second, to->second}].insert(relation.word);
    }
    for (const auto& [ends, names] : words) {
      GraphEdge edge;
      edge.from = ends.first;
      edge.to = ends.second;
      edge.ports.assign(names.begin(), names.end());
      edge.minor = !names.contains("feeds");
      view_.edges.push_back(std::move(edge));
    }
  }

  /// Sets the columns by the longest path from nodes without inputs; connections that close a
  /// circle do not count.
  void set_levels() {
    const std::size_t count = view_.nodes.size();
    std::vector<std::vector<int>> after(count);
    for (const GraphEdge& edge : view_.edges) after[edge.from].push_back(edge.to);
    std::vector<int> finished;  // in the order of a depth-first search: ends first
    std::vector<int> state(count, 0);
    std::set<std::pair<int, int>> back;
    for (std::size_t start = 0; start < count; ++start) {
      std::vector<std::pair<int, std::size_t>> path;
      if (state[start] == 0) path.emplace_back(static_cast<int>(start), 0);
      while (!path.empty()) {
        auto& [node, next] = path.back();
        state[node] = 1;
        if (next == after[node].size()) {
          state[node] = 2;
          finished.push_back(node);
          path.pop_back();
          continue;
        }
        const int other = after[node][next++];
        if (state[other] == 1) back.insert({node, other});
        if (state[other] == 0) path.emplace_back(other, 0);
      }
    }
    for (auto node = finished.rbegin(); node != finished.rend(); ++node) {
      for (const int other : after[*node]) {
        if (back.contains({*node, other})) continue;
        view_.nodes[other].level = std::max(view_.nodes[other].level, view_.nodes[*node].level + 1);
      }
    }
    for (const GraphNode& node : view_.nodes) view_.levels = std::max(view_.levels, node.level + 1);
  }

  const std::vector<ImportNode>& nodes_;
  const std::vector<ImportRelation>& relations_;
  const BuildingDrawing& drawing_;
  GraphView view_;
  bool count_parts_ = false;
  std::vector<int> holder_;
  std::vector<std::string> keys_;  // keys of nodes that are drawn as one
  std::set<std::string> hidden_;
  std::map<std::string, Group> groups_;
  std::vector<std::string> order_;
  std::map<std::string, int> positions_;
};

}  // namespace

std::string fate_words(const ImportNode& node) {
  const std::string place = node.components.empty() ? "" : node.components.front();
  switch (node.fate) {
    case Fate::Component:
      return node.kind == Kind::Boundary ? "not in the graph" : "component " + node.model_id;
    case Fate::Part:
      return "part of " + node.model_id;
    case Fate::Measurement:
      return "measures " + place;
    case Fate::Source:
      return "feeds " + place;
    case Fate::LeftOut:
      break;
  }
  return node.code.empty() ? "left out" : "left out: " + node.code;
}

GraphView building_view(const std::string& name, const std::vector<ImportNode>& nodes,
                        const std::vector<ImportRelation>& relations,
                        const BuildingDrawing& drawing) {
  return BuildingGraph(nodes, relations, drawing).view(name);
}

}  // namespace hearth::apps
