// SPDX-License-Identifier: MIT
#include "hearth/ontology/queries/internal/aggregates.hpp"

namespace hearth {
namespace {

using AggregateKind = Aggregate::Kind;

}  // namespace

int AggregateState::add(const Aggregate& aggregate, const Binding& solution,
                        ExpressionValues& values, QueryBytes& bytes) {
  if (!aggregate.of) {  // COUNT(*)
    const bool is_new = !aggregate.distinct || seen_solutions_.insert(solution).second;
    if (is_new) ++count_;
    return aggregate.distinct && is_new ? 1 : 0;
  }
  const Value value = values.value(*aggregate.of, solution);
  if (!value) {
    error_ = true;
    return 0;
  }
  if (aggregate.distinct && !seen_.insert(values.id(value)).second) return 0;
  take(aggregate, *value, bytes);
  return aggregate.distinct ? 1 : 0;
}

void AggregateState::take(const Aggregate& aggregate, const OwnTerm& value, QueryBytes& bytes) {
  const bool is_first = ++count_ == 1;
  switch (aggregate.kind) {
    case AggregateKind::Count:
      return;
    case AggregateKind::Sum:
    case AggregateKind::Avg: {
      const std::optional<Number> number = Number::of(value);
      sum_ = sum_ && number ? Number::add(*sum_, *number) : std::nullopt;
      return;
    }
    case AggregateKind::Min:
      if (is_first || order_values(value, chosen_) < 0) chosen_ = value;
      return;
    case AggregateKind::Max:
      if (is_first || order_values(value, chosen_) > 0) chosen_ = value;
      return;
    case AggregateKind::Sample:
      if (is_first) chosen_ = value;
      return;
    case AggregateKind::GroupConcat:
      break;
  }
  if (value.kind == TermKind::Blank) error_ = true;
  const std::size_t before = text_.size();
  if (!is_first) text_ += aggregate.separator;
  text_ += value.text;
  bytes.count(text_.size() - before);
}

Value AggregateState::result(const Aggregate& aggregate) const {
  if (aggregate.kind == AggregateKind::Count) return Number::integer(count_).literal();
  if (aggregate.kind == AggregateKind::Sample) return chosen_;
  if (error_) return std::nullopt;
  if (aggregate.kind == AggregateKind::GroupConcat) return text_value(text_);
  if (aggregate.kind == AggregateKind::Min || aggregate.kind == AggregateKind::Max) return chosen_;
  std::optional<Number> out = sum_;
  if (out && aggregate.kind == AggregateKind::Avg && count_ > 0) {
    out = Number::divide(*out, Number::integer(count_));
  }
  return out ? Value(out->literal()) : std::nullopt;
}

}  // namespace hearth
