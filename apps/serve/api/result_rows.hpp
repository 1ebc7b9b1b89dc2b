// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "hearth/apps/serve/calls/call.hpp"

namespace hearth::apps {

/// The part of a table that a client requests.
struct RowsRequest {
  std::int64_t first = 0;
  std::int64_t count = -1;  ///< -1: all
  bool csv = false;
};

/// Returns an answer with rows of a table in a CSV file: as CSV, or as `{"columns": [{"name",
/// "unit"}], "first", "next", "complete", "rows": [[...]]}`. A last line without a line end does
/// not yet count as a row. Returns an error if the CSV text is longer than `most_bytes`.
Reply rows_reply(const std::filesystem::path& file, bool complete, const RowsRequest& request,
                 std::int64_t most_bytes);

}  // namespace hearth::apps
