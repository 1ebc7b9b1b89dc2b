// SPDX-License-Identifier: MIT
#include "hearth/ontology/rdf/term_table.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>

#include "hearth/ontology/rdf/vocabulary.hpp"

namespace hearth {
namespace {

constexpr std::size_t kFirstSlotCount = 64;
constexpr std::uint32_t kFormBits = 2;

// One multiplication per eight bytes. IRIs share long beginnings, so that every byte must count.
std::uint32_t hash_of(std::string_view text, std::uint64_t seed) {
  constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15ULL;
  std::uint64_t hash = seed * kMix + text.size();
  const auto take = [&hash](const char* at, std::size_t bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, bytes);
    hash = (hash ^ word) * kMix;
    hash ^= hash >> 32U;
  };
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  const char* at = text.data();
  std::size_t left = text.size();
  for (; left > kWord; left -= kWord, at += kWord) take(at, kWord);
  if (left > 0) take(at, left);
  return static_cast<std::uint32_t>((hash * kMix) >> 32U);
}

}  // namespace

Term iri_term(std::string_view iri) { return {TermKind::Iri, iri, {}, {}}; }

Term blank_term(std::string_view label) { return {TermKind::Blank, label, {}, {}}; }

Term literal_term(std::string_view lexical, std::string_view datatype, std::string_view language) {
  if (!language.empty()) return {TermKind::Literal, lexical, rdf::kLangString, language};
  return {TermKind::Literal, lexical, datatype.empty() ? xsd::kString : datatype, {}};
}

TermTable::Key TermTable::make_key(std::string_view text, Form form, std::uint32_t index) {
  const std::uint32_t qualifier = (index << kFormBits) | static_cast<std::uint32_t>(form);
  return {text, qualifier, hash_of(text, qualifier)};
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

// Returns the slot at which the search for a hash begins. Slots are in the order of hashes, so that
// a table of any size is filled from another one sequentially.
std::size_t TermTable::first_slot(std::uint32_t hash) const {
  return (std::uint64_t{hash} * slots_.size()) >> 32U;
}

// Returns the slot that contains the key, or the free slot for it.
std::size_t TermTable::slot_of(const Key& key) const {
  std::size_t slot = first_slot(key.hash);
  for (; slots_[slot].id != kNoTerm; slot = slot + 1 < slots_.size() ? slot + 1 : 0) {
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
  if (entries_.size() * 3 >= slots_.size() * 2) {  // at most 2/3 full
    resize_slots(std::max(kFirstSlotCount, slots_.size() * 2));
  }
  Slot& slot = slots_[slot_of(key)];
  if (slot.id != kNoTerm) return slot.id;
  if (text_.size() + key.text.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw std::length_error("the terms of the graph exceed 4 GiB of text");
  }
  slot = {key.hash, static_cast<TermId>(entries_.size())};
  entries_.push_back({static_cast<std::uint32_t>(text_.size()),
                      static_cast<std::uint32_t>(key.text.size()), key.qualifier});
  text_.append(key.text);
  return slot.id;
}

void TermTable::resize_slots(std::size_t count) {
  const std::vector<Slot> old = std::move(slots_);
  slots_.assign(count, Slot{});
  for (const Slot& entry : old) {
    if (entry.id == kNoTerm) continue;
    std::size_t slot = first_slot(entry.hash);
    while (slots_[slot].id != kNoTerm) slot = slot + 1 < count ? slot + 1 : 0;
    slots_[slot] = entry;
  }
}

void TermTable::shrink_to_fit() {
  text_.shrink_to_fit();
  entries_.shrink_to_fit();
  languages_.shrink_to_fit();
  const std::size_t enough = entries_.size() * 3 / 2 + 1;
  if (enough < slots_.size()) resize_slots(enough);
}

std::size_t TermTable::memory_bytes() const {
  std::size_t bytes =
      text_.capacity() + entries_.capacity() * sizeof(Entry) + slots_.capacity() * sizeof(Slot);
  for (const std::string& language : languages_) bytes += sizeof(language) + language.capacity();
  return bytes;
}

}  // namespace hearth
