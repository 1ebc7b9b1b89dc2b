// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hearth::twin4build {

/// Returns what follows the last `/` or `#` of an IRI; all of it if nothing does.
std::string_view local_name(std::string_view iri);

/// Returns percent-encoded bytes as characters; the text itself if they are not UTF-8.
std::string decoded(std::string_view text);

/// Returns the ids of nodes with these IRIs, sorted and unique: local names without what an id must
/// not hold; of several equal ones all but the first get a suffix.
std::vector<std::string> node_ids(const std::vector<std::string>& iris);

}  // namespace hearth::twin4build
