// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace hearth {

/// Returns whether the reference begins with a scheme (`http:`, `urn:`), that is, stands alone.
bool is_absolute_iri(std::string_view reference);

/// Returns whether all characters of a text may be in an IRI as Turtle writes it between `<>`.
bool is_iri_text(std::string_view text);

/// Returns the IRI that `reference` means in a file of that base: RFC 3986 section 5.2, strict,
/// including the removal of `.` and `..` from the path of an absolute reference.
std::string resolve_iri(std::string_view base, std::string_view reference);

/// Returns the `file:` IRI of a path; what is not plain ASCII is percent-encoded.
std::string file_iri(const std::filesystem::path& path);

}  // namespace hearth
