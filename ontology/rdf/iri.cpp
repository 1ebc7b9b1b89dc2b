// SPDX-License-Identifier: MIT
#include "hearth/ontology/rdf/iri.hpp"

#include <algorithm>
#include <optional>

#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// The five parts of RFC 3986 section 3; a missing part differs from an empty one.
struct Parts {
  std::optional<std::string_view> scheme;
  std::optional<std::string_view> authority;
  std::string_view path;
  std::optional<std::string_view> query;
  std::optional<std::string_view> fragment;
};

Parts split(std::string_view iri) {
  Parts parts;
  if (is_absolute_iri(iri)) {
    const std::size_t colon = iri.find(':');
    parts.scheme = iri.substr(0, colon);
    iri.remove_prefix(colon + 1);
  }
  if (const std::size_t hash = iri.find('#'); hash != iri.npos) {
    parts.fragment = iri.substr(hash + 1);
    iri = iri.substr(0, hash);
  }
  if (const std::size_t mark = iri.find('?'); mark != iri.npos) {
    parts.query = iri.substr(mark + 1);
    iri = iri.substr(0, mark);
  }
  if (iri.starts_with("//")) {
    const std::size_t end = std::min(iri.find('/', 2), iri.size());
    parts.authority = iri.substr(2, end - 2);
    iri.remove_prefix(end);
  }
  parts.path = iri;
  return parts;
}

std::string join(const Parts& parts, std::string_view path) {
  std::string iri;
  if (parts.scheme) iri.append(*parts.scheme).append(":");
  if (parts.authority) iri.append("//").append(*parts.authority);
  iri.append(path);
  if (parts.query) iri.append("?").append(*parts.query);
  if (parts.fragment) iri.append("#").append(*parts.fragment);
  return iri;
}

// RFC 3986 section 5.2.4.
std::string without_dot_segments(std::string_view in) {
  std::string out;
  const auto drop_last_segment = [&out] {
    const std::size_t slash = out.rfind('/');
    out.resize(slash == out.npos ? 0 : slash);
  };
  while (!in.empty()) {
    if (in.starts_with("../")) {
      in.remove_prefix(3);
    } else if (in.starts_with("./") || in.starts_with("/./")) {
      in.remove_prefix(2);
    } else if (in == "/.") {
      in = "/";
    } else if (in.starts_with("/../")) {
      in.remove_prefix(3);
      drop_last_segment();
    } else if (in == "/..") {
      in = "/";
      drop_last_segment();
    } else if (in == "." || in == "..") {
      in = {};
    } else {
      const std::size_t end = std::min(in.find('/', 1), in.size());
      out.append(in.substr(0, end));
      in.remove_prefix(end);
    }
  }
  return out;
}

// RFC 3986 section 5.2.3.
std::string merged_path(const Parts& base, std::string_view path) {
  if (base.authority && base.path.empty()) return "/" + std::string(path);
  const std::size_t slash = base.path.rfind('/');
  const std::string_view folder =
      slash == base.path.npos ? std::string_view{} : base.path.substr(0, slash + 1);
  return std::string(folder).append(path);
}

}  // namespace

bool is_iri_text(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) > 0x20 &&
           std::string_view("<>\"{}|^`\\").find(c) == std::string_view::npos;
  });
}

bool is_absolute_iri(std::string_view reference) {
  if (reference.empty() || !is_letter(reference.front())) return false;
  for (const char c : reference) {
    if (c == ':') return true;
    if (!is_letter(c) && !is_digit(c) && c != '+' && c != '-' && c != '.') return false;
  }
  return false;
}

std::string resolve_iri(std::string_view base, std::string_view reference) {
  Parts target = split(reference);
  if (target.scheme) return join(target, without_dot_segments(target.path));
  const Parts from = split(base);
  target.scheme = from.scheme;
  if (target.authority) return join(target, without_dot_segments(target.path));
  target.authority = from.authority;
  if (target.path.empty()) {
    if (!target.query) target.query = from.query;
    return join(target, from.path);
  }
  if (target.path.starts_with('/')) return join(target, without_dot_segments(target.path));
  return join(target, without_dot_segments(merged_path(from, target.path)));
}

std::string file_iri(const std::filesystem::path& path) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  constexpr std::string_view kPlain = "/-._~";
  std::string iri = "file://";
  for (const char c : std::filesystem::absolute(path).lexically_normal().generic_string()) {
    if (is_letter(c) || is_digit(c) || kPlain.find(c) != kPlain.npos) {
      iri.push_back(c);
    } else {
      const auto byte = static_cast<unsigned char>(c);
      iri.append({'%', kHex[byte >> 4U], kHex[byte & 0xFU]});
    }
  }
  return iri;
}

}  // namespace hearth
