// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace hearth::apps {

/// A kind of file that has a JSON Schema.
struct FileSchema {
  const char* kind;
  std::string (*text)();
};

const std::vector<FileSchema>& file_schemas();

/// The kinds, `model`, `calibration` and so on.
std::vector<std::string> schema_kinds();

}  // namespace hearth::apps
