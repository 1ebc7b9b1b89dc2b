// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hearth::twin4build {

/// Returns the part of an IRI after the last `/` or `#`; the whole IRI if that part is empty.
std::string_view local_name(std::string_view iri);

/// Returns the text with percent-encoded bytes decoded, or unchanged if the result is not UTF-8.
std::string decoded(std::string_view text);

/// Returns the ids of nodes with these IRIs, sorted and unique: local names without characters that
/// ids cannot contain. Of several equal ones, all but the first get a suffix.
std::vector<std::string> node_ids(const std::vector<std::string>& iris);

}  // namespace hearth::twin4build
