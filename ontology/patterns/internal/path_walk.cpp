// SPDX-License-Identifier: MIT
#include "hearth/ontology/patterns/internal/path_walk.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "hearth/framework/order/digraph.hpp"
#include "hearth/ontology/patterns/internal/term_set.hpp"

namespace hearth {
namespace {

constexpr std::size_t kSamples = 8;  // number of samples from a range
// an assumption: ratio of the nodes that a repeated path reaches to those of one step
constexpr double kRepeatFactor = 4.0;
constexpr double kMostReached = 1000.0;

using Kind = PathWalk::Kind;
using PathKind = PropertyPath::Kind;

Kind kind_of(PathKind kind) {
  if (kind == PathKind::Property) return Kind::Property;
  if (kind == PathKind::Sequence) return Kind::Sequence;
  return kind == PathKind::Either ? Kind::Either : Kind::Repeat;
}

bool is_node(const TripleStore& graph, TermId term) {
  return !graph.match({.subject = term}).empty() || !graph.match({.object = term}).empty();
}

}  // namespace

PathWalk::PathWalk(const TripleStore& graph, const PropertyPath& path, GraphWork& work)
    : graph_(&graph), work_(&work), root_(looked_up(graph, path, false)) {}

PathWalk::Part PathWalk::looked_up(const TripleStore& graph, const PropertyPath& path,
                                   bool inverse) {
  if (path.kind == PathKind::Inverse) return looked_up(graph, path.parts.front(), !inverse);
  Part part;
  part.kind = kind_of(path.kind);
  if (part.kind == Kind::Property) {
    part.property = graph.find_iri(path.iri);
    part.inverse = inverse;
    return part;
  }
  part.none = path.kind == PathKind::NoneOrMore || path.kind == PathKind::NoneOrOne;
  part.many = path.kind == PathKind::NoneOrMore || path.kind == PathKind::OneOrMore;
  for (const PropertyPath& inner : path.parts) {
    part.parts.push_back(looked_up(graph, inner, inverse));
  }
  if (inverse && part.kind == Kind::Sequence) std::reverse(part.parts.begin(), part.parts.end());
  return part;
}

bool PathWalk::ends(TermId start, Direction direction, FunctionRef<bool(TermId)> found) const {
  return ends(root_, start, direction, found);
}

bool PathWalk::ends(const Part& part, TermId start, Direction direction,
                    FunctionRef<bool(TermId)> found) const {
  switch (part.kind) {
    case Kind::Property:
      return property_ends(part, start, direction, found);
    case Kind::Sequence:
      return sequence_ends(part, 0, start, direction, found);
    case Kind::Either:
      return std::all_of(part.parts.begin(), part.parts.end(),
                         [&](const Part& way) { return ends(way, start, direction, found); });
    case Kind::Repeat:
      break;
  }
  return repeat_ends(part, start, direction, found);
}

bool PathWalk::property_ends(const Part& part, TermId start, Direction direction,
                             FunctionRef<bool(TermId)> found) const {
  const bool backward = (direction == Direction::Backward) != part.inverse;
  TriplePattern wanted{.predicate = part.property};
  (backward ? wanted.object : wanted.subject) = start;
  for (const Triple& triple : graph_->match(wanted)) {
    work_->count();
    if (!found(backward ? triple.subject : triple.object)) return false;
  }
  return true;
}

bool PathWalk::sequence_ends(const Part& part, std::size_t done, TermId start, Direction direction,
                             FunctionRef<bool(TermId)> found) const {
  const std::size_t count = part.parts.size();
  if (done == count) return found(start);
  const std::size_t next = direction == Direction::Forward ? done : count - 1 - done;
  return ends(part.parts[next], start, direction,
              [&](TermId node) { return sequence_ends(part, done + 1, node, direction, found); });
}

// Searches breadth first, so that near nodes are found first.
bool PathWalk::repeat_ends(const Part& part, TermId start, Direction direction,
                           FunctionRef<bool(TermId)> found) const {
  TermSet seen;
  std::vector<TermId> reached;
  const auto reach = [&](TermId node) {
    if (!seen.insert(node)) return true;
    if (part.many) reached.push_back(node);
    return found(node);
  };
  if (part.none && is_node(*graph_, start) && !reach(start)) return false;
  if (!ends(part.parts.front(), start, direction, reach)) return false;
  for (std::size_t k = 0; k < reached.size(); ++k) {
    if (part.none && reached[k] == start) continue;
    if (!ends(part.parts.front(), reached[k], direction, reach)) return false;
  }
  return true;
}

bool PathWalk::leads(TermId from, TermId to, Direction search) {
  if (component_) return leads_in_order(from, to);
  const bool forward = search == Direction::Forward;
  const TermId wanted = forward ? to : from;
  const bool missed = ends(forward ? from : to, search, [&](TermId node) {
    ++searched_;
    return node != wanted;
  });
  if (root_.many && root_.parts.front().kind == Kind::Property &&
      searched_ > std::ssize(graph_->match({.predicate = root_.parts.front().property}))) {
    find_components();
  }
  return !missed;
}

// Nodes of one component lead to each other, and nothing leads to a greater number: a search needs
// to look only at nodes with numbers between those of its ends.
bool PathWalk::leads_in_order(TermId from, TermId to) const {
  const Part& step = root_.parts.front();
  if (from == to && root_.none) return is_node(*graph_, from);
  const std::vector<int>& component = *component_;
  const TermId first = step.inverse ? to : from, last = step.inverse ? from : to;
  if (first >= component.size() || last >= component.size()) return false;
  const int lowest = component[last];
  work_->count();
  if (lowest < 0 || component[first] < lowest) return false;
  if (first != last && component[first] == lowest) return true;
  TermSet seen;
  std::vector<TermId> reached{first};
  for (std::size_t k = 0; k < reached.size(); ++k) {
    for (const Triple& triple :
         graph_->match({.subject = reached[k], .predicate = step.property})) {
      work_->count();
      if (component[triple.object] == lowest) return true;
      if (component[triple.object] > lowest && seen.insert(triple.object)) {
        reached.push_back(triple.object);
      }
    }
  }
  return false;
}

void PathWalk::find_components() {
  const std::span<const Triple> triples =
      graph_->match({.predicate = root_.parts.front().property});
  work_->count(std::ssize(triples));
  std::vector<graph::Edge> edges;
  std::vector<bool> used(graph_->term_count(), false);
  for (const Triple& triple : triples) {
    edges.push_back({static_cast<int>(triple.subject), static_cast<int>(triple.object)});
    used[triple.subject] = used[triple.object] = true;
  }
  component_ = graph::strong_components(static_cast<int>(graph_->term_count()), edges);
  for (std::size_t k = 0; k < used.size(); ++k) {
    if (!used[k]) (*component_)[k] = -1;
  }
}

bool PathWalk::gives_each_once() const {
  return root_.kind == Kind::Property || root_.kind == Kind::Repeat;
}

std::vector<TermId> PathWalk::starts() const {
  std::vector<TermId> out;
  add_starts(root_, out);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

void PathWalk::add_starts(const Part& part, std::vector<TermId>& out) const {
  if (part.kind == Kind::Property) {
    for (const Triple& triple : graph_->match({.predicate = part.property})) {
      out.push_back(part.inverse ? triple.object : triple.subject);
    }
  } else if (part.kind == Kind::Sequence || (part.kind == Kind::Repeat && !part.none)) {
    add_starts(part.parts.front(), out);
  } else if (part.kind == Kind::Either) {
    for (const Part& way : part.parts) add_starts(way, out);
  } else {  // every node of the graph leads to itself
    for (const Triple& triple : graph_->triples()) {
      out.push_back(triple.subject);
      out.push_back(triple.object);
    }
  }
}

double PathWalk::fan_out(Direction direction) const { return fan_out(root_, direction); }

double PathWalk::fan_out(const Part& part, Direction direction) const {
  double out = part.kind == Kind::Sequence ? 1.0 : 0.0;
  switch (part.kind) {
    case Kind::Property: {
      const bool backward = (direction == Direction::Backward) != part.inverse;
      return mean_range(*graph_, {.predicate = part.property}, !backward, false, backward);
    }
    case Kind::Sequence:
      for (const Part& inner : part.parts) out *= fan_out(inner, direction);
      return out;
    case Kind::Either:
      for (const Part& inner : part.parts) out += fan_out(inner, direction);
      return out;
    case Kind::Repeat:
      break;
  }
  out = fan_out(part.parts.front(), direction);
  if (part.many) out = std::min(kRepeatFactor * out, std::max(kMostReached, out));
  return out + (part.none ? 1.0 : 0.0);
}

double PathWalk::start_count() const { return start_count(root_); }

double PathWalk::start_count(const Part& part) const {
  if (part.kind == Kind::Property) {
    return static_cast<double>(graph_->match({.predicate = part.property}).size());
  }
  if (part.none) return static_cast<double>(graph_->term_count());
  if (part.kind != Kind::Either) return start_count(part.parts.front());
  double sum = 0.0;
  for (const Part& way : part.parts) sum += start_count(way);
  return sum;
}

// A triple drawn from n triples, c of which have the same terms, represents 1/c groups: n mean(1/c)
// estimates the number of groups, and 1 / mean(1/c) their mean size.
double mean_range(const TripleStore& graph, const TriplePattern& known, bool subject,
                  bool predicate, bool object) {
  const std::span<const Triple> range = graph.match(known);
  if (range.empty()) return 0.0;
  const std::size_t samples = std::min(kSamples, range.size());
  double inverse_sum = 0.0;
  for (std::size_t k = 0; k < samples; ++k) {
    const Triple& drawn = range[(2 * k + 1) * range.size() / (2 * samples)];
    TriplePattern shared = known;
    if (subject) shared.subject = drawn.subject;
    if (predicate) shared.predicate = drawn.predicate;
    if (object) shared.object = drawn.object;
    inverse_sum += 1.0 / static_cast<double>(graph.match(shared).size());
  }
  return static_cast<double>(samples) / inverse_sum;
}

}  // namespace hearth
