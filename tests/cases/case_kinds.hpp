// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include "hearth/tests/cases/case_data.hpp"
#include "hearth/tests/cases/case_report.hpp"

namespace hearth::cases {

inline constexpr double kHour = 3600.0;  ///< s

/// A file of cases and what it may refer to.
struct CaseFile {
  std::filesystem::path path;
  const nlohmann::json& content;
  const CaseData& data;
  std::optional<double> step;  ///< s, of --step; none: what the kind of case asks for
};

/// A format of case files. A file's kind is recognised by its content alone.
struct CaseKind {
  bool (*recognises)(const nlohmann::json& content);
  /// Runs all cases of the file; several files run at once. Throws where the file does not hold
  /// what its kind promises.
  void (*run)(const CaseFile& file, CaseReport& report);
};

/// Returns all kinds; a file belongs to the first that recognises it.
const std::vector<CaseKind>& case_kinds();

}  // namespace hearth::cases
