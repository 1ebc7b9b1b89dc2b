// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "hearth/ontology/rdf/internal/turtle_tokens.hpp"

namespace hearth::turtle {

/// Recognises text that cannot be Turtle by its first bytes: XML, JSON, archives, UTF-16 and other
/// binary content. The message contains a way to convert it.
std::optional<Problem> not_turtle(std::string_view text);

}  // namespace hearth::turtle
