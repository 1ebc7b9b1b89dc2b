// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace hearth {

/// Returns whether a reference begins with a scheme (`http:`, `urn:`), that is, whether it is
/// absolute.
bool is_absolute_iri(std::string_view reference);

/// Returns whether all characters of a text are permitted in an IRI that Turtle writes between
/// `<>`.
bool is_iri_text(std::string_view text);

/// Returns the IRI of `reference` in a file with that base: RFC 3986 section 5.2, strict, including
/// the removal of `.` and `..` from the path of an absolute reference.
std::string resolve_iri(std::string_view base, std::string_view reference);

/// Returns the `file:` IRI of a path, with percent-encoding of all characters except plain ASCII.
std::string file_iri(const std::filesystem::path& path);

}  // namespace hearth
