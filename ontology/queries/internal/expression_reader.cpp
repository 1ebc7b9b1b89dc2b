// SPDX-License-Identifier: MIT
// Readers of expressions in queries: SPARQL 1.1, rules [110] to [128].
#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/queries/internal/query_text_reader.hpp"
#include "hearth/ontology/queries/internal/values/query_functions.hpp"

namespace hearth {
namespace {

using ExpressionKind = QueryExpression::Kind;

}  // namespace

QueryExpression QueryTextReader::made(ExpressionKind kind, std::vector<QueryExpression> arguments) {
  if (++operation_count_ > kMostSteps) {
    reader_.fail("expressions with more than " + std::to_string(kMostSteps) +
                     " operations in one query are not supported",
                 "query.unsupported");
  }
  QueryExpression out;
  out.kind = kind;
  out.arguments = std::move(arguments);
  return out;
}

QueryExpression QueryTextReader::expression() {
  enter();
  std::vector<QueryExpression> parts;
  do {
    parts.push_back(conjunction());
  } while (reader_.take("||"));
  leave();
  return parts.size() == 1 ? std::move(parts.front()) : made(ExpressionKind::Or, std::move(parts));
}

QueryExpression QueryTextReader::conjunction() {
  std::vector<QueryExpression> parts;
  do {
    parts.push_back(relation());
  } while (reader_.take("&&"));
  return parts.size() == 1 ? std::move(parts.front()) : made(ExpressionKind::And, std::move(parts));
}

QueryExpression QueryTextReader::relation() {
  QueryExpression left = sum();
  const auto compared = [&](ExpressionKind kind) {
    std::vector<QueryExpression> parts;
    parts.push_back(std::move(left));
    parts.push_back(sum());
    return made(kind, std::move(parts));
  };
  if (reader_.take("!=")) return compared(ExpressionKind::NotEqual);
  if (reader_.take("=")) return compared(ExpressionKind::Equal);
  if (reader_.take("<=")) return compared(ExpressionKind::LessEqual);
  if (reader_.take(">=")) return compared(ExpressionKind::GreaterEqual);
  if (reader_.take("<")) return compared(ExpressionKind::Less);
  if (reader_.take(">")) return compared(ExpressionKind::Greater);
  const bool negative = reader_.take_word("NOT");
  if (!reader_.take_word("IN")) {
    if (negative) reader_.fail_expected("IN after NOT");
    return left;
  }
  std::vector<QueryExpression> list = arguments("IN", 0, kMostSteps * 20);
  list.insert(list.begin(), std::move(left));
  return made(negative ? ExpressionKind::NotIn : ExpressionKind::In, std::move(list));
}

QueryExpression QueryTextReader::from_left(
    QueryExpression (QueryTextReader::*operand)(),
    std::initializer_list<std::pair<const char*, QueryExpression::Kind>> operators) {
  QueryExpression left = (this->*operand)();
  while (true) {
    const auto taken = std::find_if(operators.begin(), operators.end(),
                                    [this](const auto& own) { return reader_.take(own.first); });
    if (taken == operators.end()) return left;
    std::vector<QueryExpression> parts;
    parts.push_back(std::move(left));
    parts.push_back((this->*operand)());
    left = made(taken->second, std::move(parts));
  }
}

QueryExpression QueryTextReader::sum() {
  return from_left(&QueryTextReader::product,
                   {{"+", ExpressionKind::Add}, {"-", ExpressionKind::Subtract}});
}

QueryExpression QueryTextReader::product() {
  return from_left(&QueryTextReader::signed_value,
                   {{"*", ExpressionKind::Multiply}, {"/", ExpressionKind::Divide}});
}

QueryExpression QueryTextReader::signed_value() {
  const bool negates = reader_.peek() == '!';
  if (!negates && reader_.peek() != '-' && reader_.peek() != '+') return value();
  const bool plus = reader_.take("+");
  if (!plus && !reader_.take("!")) reader_.take("-");
  enter();
  QueryExpression inner = signed_value();
  leave();
  if (plus) return inner;
  std::vector<QueryExpression> parts;
  parts.push_back(std::move(inner));
  return made(negates ? ExpressionKind::Not : ExpressionKind::Negate, std::move(parts));
}

QueryExpression QueryTextReader::value() {
  if (reader_.peek() == '(') return bracketed();
  if (reader_.has_variable()) return variable_use();
  if (std::optional<QueryExpression> found = word_expression()) return std::move(*found);
  return term_or_cast();
}

QueryExpression QueryTextReader::bracketed() {
  if (!reader_.take("(")) reader_.fail_expected("'('");
  QueryExpression inner = expression();
  if (!reader_.take(")")) reader_.fail_expected("')' or an operator");
  return inner;
}

// Reads the constraint of FILTER and HAVING, and keys without AS.
QueryExpression QueryTextReader::constraint() {
  if (reader_.peek() == '(') return bracketed();
  if (std::optional<QueryExpression> found = word_expression()) return std::move(*found);
  const std::size_t at = reader_.position();
  QueryExpression cast =
      reader_.peek_word().empty() && !reader_.has_variable() ? term_or_cast() : QueryExpression();
  if (cast.kind == ExpressionKind::Call) return cast;
  reader_.back_to(at);
  const std::string word(reader_.peek_word());
  if (word.empty()) reader_.fail_expected("'(' or a function");
  refuse(at, "the function " + word + " is not supported" + did_you_mean(word, function_names()));
}

QueryExpression QueryTextReader::variable_use() {
  const std::size_t at = reader_.position();
  QueryExpression out;
  out.kind = ExpressionKind::Variable;
  out.variable = number_of(reader_.variable());
  uses_.push_back({out.variable, at, in_result_ && !in_aggregate_});
  return out;
}

// Reads an expression that begins with a word; returns nothing for `true`, `false` or if there is
// no word.
std::optional<QueryExpression> QueryTextReader::word_expression() {
  const std::string word(reader_.peek_word());
  if (word.empty() || is_digit(word[0]) || word == "true" || word == "false") return std::nullopt;
  const std::size_t at = reader_.position();
  const bool negative = reader_.take_word("NOT");
  if (reader_.take_word("EXISTS")) return exists(negative);
  if (negative) reader_.fail_expected("EXISTS after NOT");
  if (reader_.take_word("BOUND")) return bound();
  if (reader_.take_word("IF")) return special(ExpressionKind::If, "IF", 3, 3);
  if (reader_.take_word("COALESCE"))
    return special(ExpressionKind::Coalesce, "COALESCE", 1, kMostSteps);
  if (const std::optional<Aggregate::Kind> kind = aggregate_kind()) return aggregate(*kind);
  if (const QueryFunction* function = find_function(word)) {
    reader_.take_word(word);
    return call(*function);
  }
  refuse(at, "the function " + word + " is not supported" + did_you_mean(word, function_names()));
}

QueryExpression QueryTextReader::exists(bool negative) {
  QueryExpression out = made(negative ? ExpressionKind::NotExists : ExpressionKind::Exists, {});
  std::vector<Aggregate>* const aggregates = std::exchange(aggregates_, nullptr);
  const bool in_result = std::exchange(in_result_, false);
  out.group = std::make_shared<QueryGroup>(braced());
  aggregates_ = aggregates;
  in_result_ = in_result;
  return out;
}

QueryExpression QueryTextReader::bound() {
  if (!reader_.take("(")) reader_.fail_expected("'(' after BOUND");
  const int variable = variable_use().variable;
  if (!reader_.take(")")) reader_.fail_expected("')'");
  QueryExpression out = made(ExpressionKind::Bound, {});
  out.variable = variable;
  return out;
}

QueryExpression QueryTextReader::special(ExpressionKind kind, const std::string& name,
                                         std::size_t least, std::size_t most) {
  return made(kind, arguments(name, least, most));
}

QueryExpression QueryTextReader::call(const QueryFunction& function) {
  QueryExpression out = made(ExpressionKind::Call,
                             arguments(std::string(function.name), function.least, function.most));
  out.function = &function;
  return out;
}

QueryExpression QueryTextReader::term_or_cast() {
  const std::size_t at = reader_.position();
  QueryExpression out;
  out.constant = reader_.term();
  if (out.constant.kind != TermKind::Iri || reader_.peek() != '(') return out;
  if (const QueryFunction* cast = find_cast(out.constant.text)) return call(*cast);
  refuse(at, "the function <" + out.constant.text +
                 "> is not supported; supported functions are casts to xsd:string, boolean, "
                 "integer, decimal, float, double, dateTime and date");
}

std::vector<QueryExpression> QueryTextReader::arguments(const std::string& name, std::size_t least,
                                                        std::size_t most) {
  if (!reader_.take("(")) reader_.fail_expected("'(' after " + name);
  std::vector<QueryExpression> out;
  while (reader_.peek() != ')' || !out.empty()) {
    out.push_back(expression());
    if (out.size() > most) break;
    if (!reader_.take(",")) break;
  }
  if (out.size() < least || out.size() > most) {
    const std::string count =
        std::to_string(least) + (most == least ? "" : " to " + std::to_string(most));
    reader_.fail(name + " takes " + count + " arguments, found " +
                 (out.size() > most ? "more" : std::to_string(out.size())));
  }
  if (!reader_.take(")")) reader_.fail_expected("')' or ','");
  return out;
}

std::optional<Aggregate::Kind> QueryTextReader::aggregate_kind() {
  using Is = Aggregate::Kind;
  static constexpr std::pair<const char*, Is> kWords[] = {{"COUNT", Is::Count},
                                                          {"SUM", Is::Sum},
                                                          {"MIN", Is::Min},
                                                          {"MAX", Is::Max},
                                                          {"AVG", Is::Avg},
                                                          {"SAMPLE", Is::Sample},
                                                          {"GROUP_CONCAT", Is::GroupConcat}};
  const std::size_t at = reader_.position();
  for (const auto& [word, kind] : kWords) {
    if (!reader_.take_word(word)) continue;
    if (aggregates_ != nullptr && !in_aggregate_) return kind;
    reader_.back_to(at);
    reader_.fail(std::string(word) + (in_aggregate_
                                          ? " is inside another aggregate"
                                          : " is allowed in SELECT, HAVING or ORDER BY only"));
  }
  return std::nullopt;
}

QueryExpression QueryTextReader::aggregate(Aggregate::Kind kind) {
  Aggregate out;
  out.kind = kind;
  in_aggregate_ = true;
  if (!reader_.take("(")) reader_.fail_expected("'('");
  out.distinct = reader_.take_word("DISTINCT");
  if (kind != Aggregate::Kind::Count || !reader_.take("*")) out.of = expression();
  if (kind == Aggregate::Kind::GroupConcat && reader_.take(";")) {
    if (!reader_.take_word("SEPARATOR") || !reader_.take("=")) {
      reader_.fail_expected("SEPARATOR = \"text\"");
    }
    out.separator = reader_.term().text;
  }
  if (!reader_.take(")")) reader_.fail_expected("')'");
  in_aggregate_ = false;
  QueryExpression result = made(ExpressionKind::Variable, {});
  result.variable = out.variable = hidden_variable();
  aggregates_->push_back(std::move(out));
  return result;
}

}  // namespace hearth
