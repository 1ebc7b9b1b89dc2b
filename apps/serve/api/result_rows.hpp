// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "hearth/apps/serve/calls/call.hpp"

namespace hearth::apps {

/// Which part of a table a client asks for.
struct RowsRequest {
  std::int64_t first = 0;
  std::int64_t count = -1;  ///< -1: all
  bool csv = false;
};

/// Answers with rows of a table in a CSV file: as CSV, or as
/// `{"columns": [{"name", "unit"}], "first", "next", "complete", "rows": [[...]]}`. A last line
/// without an end is not a row yet. Beyond `most_bytes` of CSV the answer is an error.
Reply rows_reply(const std::filesystem::path& file, bool complete, const RowsRequest& request,
                 std::int64_t most_bytes);

}  // namespace hearth::apps
