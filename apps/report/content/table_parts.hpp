// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/apps/report/content/report_content.hpp"

namespace hearth::apps {

/// Returns a title, followed by the name of a result unless that is empty.
std::string titled(const std::string& title, const std::string& name);

/// Returns a table without rows.
ReportTable make_table(std::string title, std::vector<std::string> columns,
                       std::vector<bool> numeric);

}  // namespace hearth::apps
