// SPDX-License-Identifier: MIT
#include "hearth/ontology/rdf/turtle.hpp"

#include <array>
#include <cstdarg>
#include <cstdio>
#include <exception>
#include <memory>
#include <serd-0/serd/serd.h>
#include <utility>

#include "hearth/data/text/text_file.hpp"
#include "hearth/ontology/rdf/internal/turtle_feed.hpp"
#include "hearth/ontology/rdf/internal/turtle_sniff.hpp"
#include "hearth/ontology/rdf/iri.hpp"
#include "hearth/ontology/rdf/prefixes.hpp"

namespace hearth {
namespace {

using turtle::Feed;

struct FreeReader {
  void operator()(SerdReader* reader) const { serd_reader_free(reader); }
};

std::string_view text_of(const SerdNode& node) {
  return {reinterpret_cast<const char*>(node.buf), node.n_bytes};
}

// Returns the expectation of the grammar in Hearth's words; Serd 0.30 uses the words on the left.
std::string expectation(std::string_view serd_message) {
  constexpr std::string_view kObject =
      "an object (prefix:name, <IRI>, _:label, literal, [ or a list)";
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kWords = {{
      {"bad verb", "a predicate (prefix:name, <IRI> or a)"},
      {"missing ';' or '.'", "'.', ';' or ',' after the object"},
      {"unexpected end of statement", "a predicate and an object"},
      {"expected prefixed name", kObject},
      {"expected digit", kObject},
      {"bad literal", "the datatype as prefix:name or <IRI>"},
      {"expected `:'", "a prefix with its colon, such as ex:"},
      {"expected `<'", "an IRI between < and >"},
      {"expected `.'", "'.'"},
      {"expected `]'", "']'"},
  }};
  for (const auto& [serd, words] : kWords) {
    if (serd_message.starts_with(serd)) return std::string(words);
  }
  return "another token (" + std::string(serd_message) + ")";
}

/// Converts the statements of one text to triples.
class Reader {
 public:
  Reader(std::string_view text, const std::string& name, std::string base, Diagnostics& diagnostics)
      : feed_(text, name, !base.empty()),
        builder_(name),
        base_(std::move(base)),
        longest_(kLongestNamespace + base_.size()),
        diagnostics_(diagnostics) {}

  TripleStore read();

 private:
  static SerdStatus on_base(void* self, const SerdNode* iri);
  static SerdStatus on_prefix(void* self, const SerdNode* name, const SerdNode* iri);
  static SerdStatus on_statement(void* self, SerdStatementFlags flags, const SerdNode* graph,
                                 const SerdNode* subject, const SerdNode* predicate,
                                 const SerdNode* object, const SerdNode* datatype,
                                 const SerdNode* language);
  static SerdStatus on_error(void* self, const SerdError* error);
  static int no_stream_error(void* /*feed*/) { return 0; }

  // Runs the content of a callback; exceptions are thrown after Serd has returned.
  template <class Work>
  SerdStatus guarded(const Work& work) {
    try {
      work();
      return SERD_SUCCESS;
    } catch (...) {
      failure_ = std::current_exception();
      return SERD_ERR_INTERNAL;
    }
  }

  void warn_of_mended(const std::string& code, const Feed::Mended& mended);
  void set_base(const SerdNode& iri);
  void declare_prefix(std::string_view name, const SerdNode& iri);
  bool expand(const SerdNode& node);
  TermId term(const SerdNode& node);
  TermId subject(const SerdNode& node);
  TermId object(const SerdNode& node, const SerdNode* datatype, const SerdNode* language);

  Feed feed_;
  TripleStoreBuilder builder_;
  std::string base_;
  // longest namespace; a relative one in a deep folder is not an error of the file
  std::size_t longest_;
  Diagnostics& diagnostics_;
  std::exception_ptr failure_;
  std::string iri_;           // the result of `expand`
  std::string last_subject_;  // as received from Serd; most statements repeat it
  SerdType last_subject_type_ = SERD_NOTHING;
  TermId last_subject_id_ = kNoTerm;
};

TripleStore Reader::read() {
  const std::unique_ptr<SerdReader, FreeReader> reader(
      serd_reader_new(SERD_TURTLE, this, nullptr, on_base, on_prefix, on_statement, nullptr));
  serd_reader_set_strict(reader.get(), true);
  serd_reader_set_error_sink(reader.get(), on_error, this);
  // Pages of one byte, so that the last token of each statement is known.
  const SerdStatus status =
      serd_reader_read_source(reader.get(), Feed::read_byte, no_stream_error, &feed_, nullptr, 1);
  if (failure_) std::rethrow_exception(failure_);
  if (status > SERD_FAILURE) feed_.reject_token("another token");
  feed_.finish();
  if (feed_.errors().has_errors()) throw InputError(feed_.errors());
  if (const std::vector<int>& lines = feed_.skipped_lines(); !lines.empty()) {
    const bool one = lines.size() == 1;
    diagnostics_.warning(
        "turtle.literal_subject", feed_.where(lines.front()),
        std::to_string(lines.size()) +
            (one ? " statement was omitted, as its subject is a literal, which RDF does not allow"
                 : " statements were omitted, as their subjects are literals, which RDF does not "
                   "allow"));
  }
  for (const auto& [code, mended] : feed_.mended()) warn_of_mended(code, mended);
  return std::move(builder_).build();
}

// Reports text that is not valid Turtle but was read, and its interpretation.
void Reader::warn_of_mended(const std::string& code, const Feed::Mended& mended) {
  constexpr std::size_t kMostLines = 5;
  std::string message =
      mended.read.empty()
          ? "a '.' after a directive of SPARQL is ignored"
          : mended.found + " is not valid Turtle; it is read as '" + mended.read + "'";
  if (mended.lines.size() > 1) {
    message += ", and " + std::to_string(mended.lines.size() - 1) + " more, in line";
    message += mended.lines.size() > 2 ? "s " : " ";
    for (std::size_t k = 1; k < mended.lines.size() && k <= kMostLines; ++k) {
      message += (k > 1 ? ", " : "") + std::to_string(mended.lines[k]);
    }
    if (mended.lines.size() > kMostLines + 1) message += ", ...";
  }
  diagnostics_.warning(code, feed_.where(mended.lines.front()), std::move(message));
}

SerdStatus Reader::on_base(void* self, const SerdNode* iri) {
  Reader& reader = *static_cast<Reader*>(self);
  return reader.guarded([&] { reader.set_base(*iri); });
}

SerdStatus Reader::on_prefix(void* self, const SerdNode* name, const SerdNode* iri) {
  Reader& reader = *static_cast<Reader*>(self);
  return reader.guarded(
      [&] { reader.declare_prefix(reader.feed_.prefix_name(text_of(*name)), *iri); });
}

SerdStatus Reader::on_statement(void* self, SerdStatementFlags /*flags*/, const SerdNode* /*graph*/,
                                const SerdNode* subject, const SerdNode* predicate,
                                const SerdNode* object, const SerdNode* datatype,
                                const SerdNode* language) {
  Reader& reader = *static_cast<Reader*>(self);
  return reader.guarded([&] {
    const int line = reader.feed_.object_line();
    const TermId s = reader.subject(*subject);
    const TermId p = reader.term(*predicate);
    const TermId o = reader.object(*object, datatype, language);
    // A term is missing only after an error that has been reported.
    if (s == kNoTerm || p == kNoTerm || o == kNoTerm) return;
    reader.builder_.add({s, p, o}, line);
  });
}

SerdStatus Reader::on_error(void* self, const SerdError* error) {
  Reader& reader = *static_cast<Reader*>(self);
  return reader.guarded([&] {
    std::array<char, 256> message{};
    std::vsnprintf(message.data(), message.size(), error->fmt, *error->args);
    reader.feed_.reject_token(expectation(message.data()));
  });
}

void Reader::set_base(const SerdNode& iri) {
  base_ = resolve_iri(base_, text_of(iri));
  last_subject_type_ = SERD_NOTHING;
  if (base_.size() <= longest_) return;
  feed_.reject("turtle.namespace_long", namespace_too_long("the base", base_.size()));
}

void Reader::declare_prefix(std::string_view name, const SerdNode& iri) {
  expand(iri);
  if (iri_.size() > longest_) {
    feed_.reject("turtle.namespace_long",
                 namespace_too_long("prefix '" + std::string(name) + ":'", iri_.size()));
    return;
  }
  const std::string* known = builder_.find_prefix(name);
  if (known != nullptr && *known != iri_) {
    diagnostics_.warning(
        "turtle.prefix_redefined", feed_.where(feed_.line()),
        "prefix '" + std::string(name) + ":' now means <" + iri_ + ">, before <" + *known + ">");
  }
  builder_.prefix(name, iri_);
  last_subject_type_ = SERD_NOTHING;
}

// Writes the full IRI of a node to `iri_`; returns false if its prefix is not declared.
bool Reader::expand(const SerdNode& node) {
  const std::string_view text = text_of(node);
  if (node.type == SERD_CURIE) {
    const std::size_t colon = text.find(':');
    const std::string* start = builder_.find_prefix(feed_.prefix_name(text.substr(0, colon)));
    if (start == nullptr || colon == text.npos) return false;
    iri_.assign(*start).append(text.substr(colon + 1));
  } else if (is_absolute_iri(text) && text.find("/.") == text.npos) {
    iri_.assign(text);
  } else {
    iri_ = resolve_iri(base_, text);
  }
  return true;
}

TermId Reader::term(const SerdNode& node) {
  if (node.type == SERD_BLANK) {
    // Labels of the text have an additional first letter (see Feed); those of Serd are b1, b2 ...
    const std::string_view label = text_of(node).substr(1);
    if (node.buf[0] == 'u') return builder_.blank(label);
    return builder_.blank("[" + std::string(label) + "]");
  }
  return expand(node) ? builder_.iri(iri_) : kNoTerm;
}

TermId Reader::subject(const SerdNode& node) {
  if (node.type == last_subject_type_ && text_of(node) == last_subject_) return last_subject_id_;
  last_subject_ = text_of(node);
  last_subject_type_ = node.type;
  last_subject_id_ = term(node);
  return last_subject_id_;
}

TermId Reader::object(const SerdNode& node, const SerdNode* datatype, const SerdNode* language) {
  if (node.type != SERD_LITERAL) return term(node);
  if (language != nullptr && language->buf != nullptr) {
    return builder_.literal(text_of(node), {}, text_of(*language));
  }
  if (datatype == nullptr || datatype->buf == nullptr) return builder_.literal(text_of(node));
  return expand(*datatype) ? builder_.literal(text_of(node), iri_) : kNoTerm;
}

}  // namespace

TripleStore read_turtle_text(std::string_view text, const std::string& name,
                             Diagnostics& diagnostics, const std::string& base) {
  if (const auto problem = turtle::not_turtle(text)) {
    throw InputError(problem->code, Where{.file = name, .line = problem->line}, problem->message);
  }
  TripleStore store = Reader(text, name, base, diagnostics).read();
  if (store.empty()) {
    diagnostics.warning("turtle.no_triples", Where{.file = name},
                        "the file contains no triples; check that it is the right file");
  }
  return store;
}

TripleStore read_turtle_text(std::string_view text, const std::string& name) {
  Diagnostics unused;
  return read_turtle_text(text, name, unused);
}

TripleStore read_turtle(const std::filesystem::path& path, Diagnostics& diagnostics) {
  return read_turtle(TextFile{path, read_text_file(path)}, diagnostics);
}

TripleStore read_turtle(const TextFile& file, Diagnostics& diagnostics) {
  return read_turtle_text(file.text, file.path.string(), diagnostics, file_iri(file.path));
}

}  // namespace hearth
