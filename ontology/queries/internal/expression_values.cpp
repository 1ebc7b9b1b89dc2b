// SPDX-License-Identifier: MIT
#include "hearth/ontology/queries/internal/expression_values.hpp"

#include "hearth/ontology/queries/internal/values/number.hpp"

namespace hearth {
namespace {

using ExpressionKind = QueryExpression::Kind;

// Letters that a function may examine for one unit of work.
constexpr std::size_t kLettersOfWork = 64;

Value as_value(std::optional<bool> truth) {
  return truth ? Value(boolean_value(*truth)) : std::nullopt;
}

std::optional<bool> opposite(std::optional<bool> truth) {
  return truth ? std::optional(!*truth) : std::nullopt;
}

}  // namespace

Value ExpressionValues::value_of(TermId id) const {
  return id == kNoTerm ? std::nullopt : Value(terms_.own(id));
}

TermId ExpressionValues::id(const Value& value) {
  if (!value) return kNoTerm;
  bytes_.count(value->text.size() + 16);  // additional size of a term in the table
  return terms_.id(*value);
}

bool ExpressionValues::holds(const QueryExpression& filter, const Binding& binding) {
  return boolean(filter, binding) == true;
}

Value ExpressionValues::value(const QueryExpression& expression, const Binding& binding) {
  work_.count();
  switch (expression.kind) {
    case ExpressionKind::Constant:
      return expression.constant;
    case ExpressionKind::Variable:
      return value_of(binding[expression.variable]);
    case ExpressionKind::Add:
    case ExpressionKind::Subtract:
    case ExpressionKind::Multiply:
    case ExpressionKind::Divide:
    case ExpressionKind::Negate:
      return calculated(expression, binding);
    case ExpressionKind::If: {
      const std::optional<bool> truth = boolean(expression.arguments[0], binding);
      return truth ? value(expression.arguments[*truth ? 1 : 2], binding) : std::nullopt;
    }
    case ExpressionKind::Coalesce:
      for (const QueryExpression& argument : expression.arguments) {
        if (Value found = value(argument, binding)) return found;
      }
      return std::nullopt;
    case ExpressionKind::Call:
      return called(expression, binding);
    default:
      return as_value(boolean(expression, binding));
  }
}

std::optional<bool> ExpressionValues::boolean(const QueryExpression& expression,
                                              const Binding& binding) {
  switch (expression.kind) {
    case ExpressionKind::Or:
      return any_of(expression, binding, true);
    case ExpressionKind::And:
      return opposite(any_of(expression, binding, false));
    case ExpressionKind::Not:
      return opposite(boolean(expression.arguments[0], binding));
    case ExpressionKind::Equal:
    case ExpressionKind::NotEqual:
    case ExpressionKind::Less:
    case ExpressionKind::LessEqual:
    case ExpressionKind::Greater:
    case ExpressionKind::GreaterEqual:
      return compared(expression, binding);
    case ExpressionKind::In:
      return is_in(expression, binding);
    case ExpressionKind::NotIn:
      return opposite(is_in(expression, binding));
    case ExpressionKind::Exists:
      return exists_(*expression.group, binding);
    case ExpressionKind::NotExists:
      return !exists_(*expression.group, binding);
    case ExpressionKind::Bound:
      return binding[expression.variable] != kNoTerm;
    default:
      return effective_boolean(value(expression, binding));
  }
}

// Returns whether one operand is `wanted`; an error has an effect only if none is (section 17.2).
std::optional<bool> ExpressionValues::any_of(const QueryExpression& expression,
                                             const Binding& binding, bool wanted) {
  bool error = false;
  for (const QueryExpression& argument : expression.arguments) {
    const std::optional<bool> truth = boolean(argument, binding);
    if (truth == wanted) return true;
    error = error || !truth;
  }
  return error ? std::nullopt : std::optional(false);
}

std::optional<bool> ExpressionValues::compared(const QueryExpression& expression,
                                               const Binding& binding) {
  const Value a = value(expression.arguments[0], binding);
  const Value b = value(expression.arguments[1], binding);
  if (!a || !b) return std::nullopt;
  if (expression.kind == ExpressionKind::Equal) return equal_values(*a, *b);
  if (expression.kind == ExpressionKind::NotEqual) return opposite(equal_values(*a, *b));
  const std::optional<Number> x = Number::of(*a);
  const std::optional<Number> y = Number::of(*b);
  if (x && y && (x->is_nan() || y->is_nan())) return false;
  const std::optional<int> order = compare_values(*a, *b);
  if (!order) return std::nullopt;
  switch (expression.kind) {
    case ExpressionKind::Less:
      return *order < 0;
    case ExpressionKind::LessEqual:
      return *order <= 0;
    case ExpressionKind::Greater:
      return *order > 0;
    default:
      return *order >= 0;
  }
}

// Compares with each element by `=` (section 17.4.1.9).
std::optional<bool> ExpressionValues::is_in(const QueryExpression& expression,
                                            const Binding& binding) {
  const Value wanted = value(expression.arguments[0], binding);
  if (!wanted) return std::nullopt;
  bool error = false;
  for (std::size_t k = 1; k < expression.arguments.size(); ++k) {
    const Value other = value(expression.arguments[k], binding);
    const std::optional<bool> same = other ? equal_values(*wanted, *other) : std::nullopt;
    if (same == true) return true;
    error = error || !same;
  }
  return error ? std::nullopt : std::optional(false);
}

Value ExpressionValues::calculated(const QueryExpression& expression, const Binding& binding) {
  const Value first = value(expression.arguments[0], binding);
  const std::optional<Number> a = first ? Number::of(*first) : std::nullopt;
  if (!a) return std::nullopt;
  std::optional<Number> out;
  if (expression.kind == ExpressionKind::Negate) {
    out = a->negated();
  } else {
    const Value second = value(expression.arguments[1], binding);
    const std::optional<Number> b = second ? Number::of(*second) : std::nullopt;
    if (!b) return std::nullopt;
    out = expression.kind == ExpressionKind::Add        ? Number::add(*a, *b)
          : expression.kind == ExpressionKind::Subtract ? Number::subtract(*a, *b)
          : expression.kind == ExpressionKind::Multiply ? Number::multiply(*a, *b)
                                                        : Number::divide(*a, *b);
  }
  return out ? Value(out->literal()) : std::nullopt;
}

Value ExpressionValues::called(const QueryExpression& expression, const Binding& binding) {
  std::vector<OwnTerm> arguments;
  for (const QueryExpression& argument : expression.arguments) {
    Value found = value(argument, binding);
    if (!found) return std::nullopt;
    work_.count(static_cast<std::int64_t>(found->text.size() / kLettersOfWork));
    arguments.push_back(std::move(*found));
  }
  return expression.function->run(arguments, context_);
}

}  // namespace hearth
