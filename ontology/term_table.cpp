// SPDX-License-Identifier: MIT
#include "hearth/ontology/term_table.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <stdexcept>
#include <utility>

#include "hearth/ontology/vocabulary.hpp"

namespace hearth {
namespace {

constexpr std::size_t kFirstSlotCount = 64;
constexpr std::uint32_t kFormBits = 2;

}  // namespace

Term iri_term(std::string_view iri) { return {TermKind::Iri, iri, {}, {}}; }

Term blank_term(std::string_view label) { return {TermKind::Blank, label, {}, {}}; }

Term literal_term(std::string_view lexical, std::string_view datatype, std::string_view language) {
  if (!language.empty()) return {TermKind::Literal, lexical, rdf::kLangString, language};
  return {TermKind::Literal, lexical, datatype.empty() ? xsd::kString : datatype, {}};
}

TermTable::Key TermTable::make_key(std::string_view text, Form form, std::uint32_t index) {
  const std::uint32_t qualifier = (index << kFormBits) | static_cast<std::uint32_t>(form);
  const std::uint64_t mixed =
      (std::hash<std::string_view>{}(text) ^ qualifier) * 0x9E3779B97F4A7C15ULL;
  return {text, qualifier, static_cast<std::uint32_t>(mixed >> 32U)};
}

TermId TermTable::intern(const Term& term) {
  switch (term.kind) {
    case TermKind::Iri:
      return insert(make_key(term.text, Form::Iri, 0));
    case TermKind::Blank:
      return insert(make_key(term.text, Form::Blank, 0));
    case TermKind::Literal:
      break;
  }
  if (!term.language.empty()) {
    return insert(make_key(term.text, Form::TaggedLiteral, intern_language(term.language)));
  }
  return intern_literal(term.text, insert(make_key(term.datatype, Form::Iri, 0)));
}

TermId TermTable::intern_literal(std::string_view lexical, TermId datatype) {
  return insert(make_key(lexical, Form::TypedLiteral, datatype));
}

TermId TermTable::find(const Term& term) const {
  Key key{};
  if (slots_.empty() || !make_find_key(term, key)) return kNoTerm;
  return slots_[slot_of(key)].id;
}

bool TermTable::make_find_key(const Term& term, Key& key) const {
  std::uint32_t index = 0;
  Form form = term.kind == TermKind::Iri ? Form::Iri : Form::Blank;
  if (term.kind == TermKind::Literal && !term.language.empty()) {
    form = Form::TaggedLiteral;
    index = find_language(term.language);
    if (index == languages_.size()) return false;
  } else if (term.kind == TermKind::Literal) {
    form = Form::TypedLiteral;
    index = find(iri_term(term.datatype));
    if (index == kNoTerm) return false;
  }
  key = make_key(term.text, form, index);
  return true;
}

Term TermTable::operator[](TermId id) const {
  const Entry& entry = entries_[id];
  const std::string_view text = std::string_view(text_).substr(entry.offset, entry.length);
  const std::uint32_t index = entry.qualifier >> kFormBits;
  switch (static_cast<Form>(entry.qualifier & ((1U << kFormBits) - 1U))) {
    case Form::Iri:
      return iri_term(text);
    case Form::Blank:
      return blank_term(text);
    case Form::TypedLiteral:
      return literal_term(text, (*this)[index].text);
    case Form::TaggedLiteral:
      break;
  }
  return literal_term(text, {}, languages_[index]);
}

std::uint32_t TermTable::find_language(std::string_view language) const {
  const auto found = std::find(languages_.begin(), languages_.end(), language);
  return static_cast<std::uint32_t>(found - languages_.begin());
}

std::uint32_t TermTable::intern_language(std::string_view language) {
  const std::uint32_t index = find_language(language);
  if (index == languages_.size()) languages_.emplace_back(language);
  return index;
}

// Returns the slot that holds the key, or the free one where it belongs.
std::size_t TermTable::slot_of(const Key& key) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = key.hash & mask;
  for (; slots_[slot].id != kNoTerm; slot = (slot + 1) & mask) {
    if (slots_[slot].hash != key.hash) continue;
    const Entry& entry = entries_[slots_[slot].id];
    if (entry.qualifier == key.qualifier &&
        std::string_view(text_).substr(entry.offset, entry.length) == key.text) {
      break;
    }
  }
  return slot;
}

TermId TermTable::insert(const Key& key) {
  if (entries_.size() * 3 >= slots_.size() * 2) grow();  // at most 2/3 full
  Slot& slot = slots_[slot_of(key)];
  if (slot.id != kNoTerm) return slot.id;
  if (text_.size() + key.text.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw std::length_error("the terms of a graph pass 4 GiB of text");
  }
  slot = {key.hash, static_cast<TermId>(entries_.size())};
  entries_.push_back({static_cast<std::uint32_t>(text_.size()),
                      static_cast<std::uint32_t>(key.text.size()), key.qualifier});
  text_.append(key.text);
  return slot.id;
}

void TermTable::grow() {
  const std::vector<Slot> old = std::move(slots_);
  slots_.assign(std::max(kFirstSlotCount, old.size() * 2), Slot{});
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& entry : old) {
    if (entry.id == kNoTerm) continue;
    std::size_t slot = entry.hash & mask;
    while (slots_[slot].id != kNoTerm) slot = (slot + 1) & mask;
    slots_[slot] = entry;
  }
}

void TermTable::shrink_to_fit() {
  text_.shrink_to_fit();
  entries_.shrink_to_fit();
}

std::size_t TermTable::memory_bytes() const {
  std::size_t bytes =
      text_.capacity() + entries_.capacity() * sizeof(Entry) + slots_.capacity() * sizeof(Slot);
  for (const std::string& language : languages_) bytes += sizeof(language) + language.capacity();
  return bytes;
}

}  // namespace hearth
