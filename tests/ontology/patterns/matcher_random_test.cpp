// SPDX-License-Identifier: MIT
// Random patterns on random graphs against an evaluator that tries every assignment.
#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/ontology/patterns/internal/matcher.hpp"

namespace hearth::matcher_random_test {
namespace {

constexpr int kTerms = 8;  // the last three are properties, and nodes too
constexpr int kProperties = 3;
constexpr int kVariables = 4;

using Kind = PropertyPath::Kind;
using Matrix = std::vector<std::vector<int>>;  // ways from a term to a term
using Solutions = std::vector<Binding>;

std::string iri(int k) { return "urn:" + std::to_string(k); }

// How often a path leads from one term to another: sums and products of matrices.
class Ways {
 public:
  explicit Ways(const TripleStore& graph) : graph_(graph) {}

  Matrix of(const PropertyPath& path) const {
    Matrix out = zero();
    switch (path.kind) {
      case Kind::Property:
        for (const Triple& t : graph_.match({.predicate = graph_.find_iri(path.iri)})) {
          out[t.subject][t.object] = 1;
        }
        return out;
      case Kind::Either:
        for (const PropertyPath& part : path.parts) out = sum(out, of(part));
        return out;
      case Kind::Sequence:
        out = of(path.parts[0]);
        for (std::size_t k = 1; k < path.parts.size(); ++k) out = product(out, of(path.parts[k]));
        return out;
      case Kind::Inverse: {
        const Matrix inner = of(path.parts[0]);
        for (std::size_t a = 0; a < size(); ++a) {
          for (std::size_t b = 0; b < size(); ++b) out[b][a] = inner[a][b];
        }
        return out;
      }
      case Kind::NoneOrOne:
        return once(sum(self(), of(path.parts[0])));
      case Kind::OneOrMore:
        return closure(of(path.parts[0]));
      case Kind::NoneOrMore:
        break;
    }
    return once(sum(self(), closure(of(path.parts[0]))));
  }

 private:
  std::size_t size() const { return graph_.term_count(); }
  Matrix zero() const { return Matrix(size(), std::vector<int>(size(), 0)); }

  Matrix self() const {
    Matrix out = zero();
    for (const Triple& t : graph_.triples()) {
      out[t.subject][t.subject] = 1;
      out[t.object][t.object] = 1;
    }
    return out;
  }

  Matrix sum(Matrix a, const Matrix& b) const {
    for (std::size_t i = 0; i < size(); ++i) {
      for (std::size_t k = 0; k < size(); ++k) a[i][k] += b[i][k];
    }
    return a;
  }

  Matrix product(const Matrix& a, const Matrix& b) const {
    Matrix out = zero();
    for (std::size_t i = 0; i < size(); ++i) {
      for (std::size_t j = 0; j < size(); ++j) {
        for (std::size_t k = 0; k < size(); ++k) out[i][k] += a[i][j] * b[j][k];
      }
    }
    return out;
  }

  static Matrix once(Matrix a) {
    for (std::vector<int>& row : a) {
      for (int& ways : row) ways = std::min(ways, 1);
    }
    return a;
  }

  Matrix closure(const Matrix& step) const {
    Matrix out = once(step);
    for (std::size_t k = 0; k < size(); ++k) out = once(sum(out, product(out, out)));
    return out;
  }

  const TripleStore& graph_;
};

// Tries every assignment of terms to the open variables of a group.
class Naive {
 public:
  explicit Naive(const TripleStore& graph) : graph_(graph), ways_(graph) {}

  Solutions solve(const GraphPattern& group, const Binding& given) const {
    Solutions found;
    assign(group, open_variables(group, given), given, found);
    std::erase_if(found, [&](const Binding& binding) { return !is_kept(group, binding); });
    return found;
  }

 private:
  static std::vector<std::size_t> open_variables(const GraphPattern& group, const Binding& given) {
    std::vector<std::size_t> open;
    const auto add = [&](int variable) {
      const auto index = static_cast<std::size_t>(variable);
      if (variable < 0 || given[index] != kNoTerm) return;
      if (std::find(open.begin(), open.end(), index) == open.end()) open.push_back(index);
    };
    for (const PatternStep& step : group.steps) {
      add(step.subject.variable);
      add(step.object.variable);
      add(step.property);
    }
    return open;
  }

  void assign(const GraphPattern& group, std::vector<std::size_t> open, Binding binding,
              Solutions& found) const {
    if (open.empty()) {
      int ways = 1;
      for (const PatternStep& step : group.steps) ways *= ways_of(step, binding);
      found.insert(found.end(), static_cast<std::size_t>(ways), binding);
      return;
    }
    const std::size_t variable = open.back();
    open.pop_back();
    for (TermId id = 0; id < graph_.term_count(); ++id) {
      binding[variable] = id;
      assign(group, open, binding, found);
    }
  }

  std::vector<TermId> choices(const PatternTerm& place, const Binding& binding) const {
    if (place.variable >= 0) return {binding[place.variable]};
    std::vector<TermId> ids;
    for (const OwnTerm& own : place.terms) {
      const TermId id = graph_.find_iri(own.text);
      if (id != kNoTerm && std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
    }
    return ids;
  }

  int ways_of(const PatternStep& step, const Binding& binding) const {
    const std::vector<TermId> subjects = choices(step.subject, binding);
    const std::vector<TermId> objects = choices(step.object, binding);
    int ways = 0;
    for (const TermId s : subjects) {
      for (const TermId o : objects) {
        ways += step.property < 0 ? matrix(step.path)[s][o]
                                  : int{graph_.contains({s, binding[step.property], o})};
      }
    }
    return subjects.size() > 1 || objects.size() > 1 ? std::min(ways, 1) : ways;
  }

  const Matrix& matrix(const PropertyPath& path) const {
    const auto [place, added] = matrices_.try_emplace(&path);
    if (added) place->second = ways_.of(path);
    return place->second;
  }

  bool is_kept(const GraphPattern& group, const Binding& binding) const {
    const auto differ = [&binding](const PatternPair& pair) {
      const TermId a = binding[pair.first];
      const TermId b = binding[pair.second];
      return a != kNoTerm && b != kNoTerm && a != b;
    };
    return std::all_of(group.pairs.begin(), group.pairs.end(), differ) &&
           std::all_of(group.without.begin(), group.without.end(),
                       [&](const GraphPattern& inner) { return solve(inner, binding).empty(); });
  }

  const TripleStore& graph_;
  Ways ways_;
  mutable std::map<const PropertyPath*, Matrix> matrices_;  // paths outlive this
};

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  TripleStore graph() {
    TripleStoreBuilder builder;
    std::vector<TermId> terms;
    for (int k = 0; k < kTerms; ++k) terms.push_back(builder.iri(iri(k)));
    const int count = below(40);
    for (int k = 0; k < count; ++k) {
      builder.add({any(terms), terms[property()], any(terms)});
    }
    return std::move(builder).build();
  }

  GraphPattern pattern(int depth = 0) {
    GraphPattern out;
    for (int k = 0; k < kVariables; ++k) out.variables.push_back("v" + std::to_string(k));
    const int steps = depth == 0 ? 1 + below(3) : 1 + below(2);
    for (int k = 0; k < steps; ++k) out.steps.push_back(step());
    if (below(4) == 0) out.pairs.push_back({below(kVariables), below(kVariables)});
    if (depth == 2) return out;
    for (int k = below(6); k > 4 - depth; --k) out.without.push_back(pattern(depth + 1));
    return out;
  }

  Binding given(const TripleStore& graph) {
    Binding out(kVariables, kNoTerm);
    for (TermId& value : out) {
      if (below(8) == 0) value = static_cast<TermId>(below(static_cast<int>(graph.term_count())));
    }
    return out;
  }

 private:
  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  int property() { return kTerms - 1 - below(kProperties); }
  TermId any(const std::vector<TermId>& terms) { return terms[random_() % terms.size()]; }

  PatternTerm place(int most_terms) {
    PatternTerm out;
    if (below(4) != 0) {
      out.variable = below(kVariables);
      return out;
    }
    const int count = 1 + below(most_terms);
    for (int k = 0; k < count; ++k) {  // number 9 is not a term of the graph
      out.terms.push_back({TermKind::Iri, iri(below(kTerms + 1)), {}, {}});
    }
    return out;
  }

  PropertyPath path(int depth) {
    PropertyPath out;
    const int choice = depth >= 3 ? 0 : below(10);
    if (choice < 5) {
      out.iri = iri(property());
      return out;
    }
    constexpr Kind kKinds[] = {Kind::Sequence,  Kind::Either,     Kind::Inverse,
                               Kind::OneOrMore, Kind::NoneOrMore, Kind::NoneOrOne};
    out.kind = kKinds[below(6)];
    const bool many = out.kind == Kind::Sequence || out.kind == Kind::Either;
    for (int k = many ? 2 + below(2) : 1; k > 0; --k) out.parts.push_back(path(depth + 1));
    return out;
  }

  PatternStep step() {
    PatternStep out;
    out.subject = place(2);
    out.object = place(3);
    if (below(10) == 0) {
      out.property = below(kVariables);
    } else {
      out.path = path(0);
    }
    return out;
  }

  std::mt19937 random_;
};

TEST_CASE("random patterns have the solutions that trying every assignment finds") {
  constexpr unsigned kRuns = 1500;
  std::size_t solved = 0;
  for (unsigned seed = 1; seed <= kRuns; ++seed) {
    Generator generator(seed);
    const TripleStore graph = generator.graph();
    const GraphPattern pattern = generator.pattern();
    const PatternMatcher matcher(graph, pattern);
    const Naive naive(graph);
    for (int again = 0; again < 3; ++again) {  // with other variables given
      const Binding given = again == 0 ? Binding(kVariables, kNoTerm) : generator.given(graph);
      Solutions expected = naive.solve(pattern, given);
      Solutions found;
      matcher.for_each(given, [&found](const Binding& binding) {
        found.push_back(binding);
        return true;
      });
      std::sort(expected.begin(), expected.end());
      std::sort(found.begin(), found.end());
      INFO("seed " << seed << ", call " << again);
      REQUIRE(found == expected);
      solved += expected.empty() ? 0 : 1;
    }
  }
  CHECK(solved > kRuns);  // so that something is compared
}

}  // namespace
}  // namespace hearth::matcher_random_test
