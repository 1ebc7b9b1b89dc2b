// SPDX-License-Identifier: MIT
#include "hearth/tests/fuzz/engine/texts.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>

namespace hearth::fuzz {

namespace fs = std::filesystem;

std::vector<NamedText> files_below(const std::string& folder) {
  const fs::path root = fs::path(HEARTH_SOURCE_DIR) / "tests/fuzz" / folder;
  std::error_code error;
  std::vector<NamedText> files;
  for (const auto& entry : fs::recursive_directory_iterator(root, error)) {
    if (!entry.is_regular_file()) continue;
    files.push_back({entry.path().lexically_relative(root).string(), content_of_file(entry)});
  }
  std::sort(files.begin(), files.end(),
            [](const NamedText& a, const NamedText& b) { return a.name < b.name; });
  return files;
}

std::vector<std::string> texts_below(const std::string& folder) {
  std::vector<std::string> texts;
  for (NamedText& file : files_below(folder)) texts.push_back(std::move(file.text));
  return texts;
}

std::string content_of_file(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

fs::path scratch_folder(pid_t process) {
  const fs::path memory = "/dev/shm";
  std::error_code error;
  const fs::path root = fs::is_directory(memory, error) ? memory : fs::temp_directory_path();
  return root / ("hearth-fuzz-" + std::to_string(process));
}

std::vector<NamedText> sections_of(std::string_view text) {
  constexpr std::string_view kMark = "=== ";
  constexpr std::size_t kLongestName = 60;
  std::vector<NamedText> files;
  bool known = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end);
    if (!line.starts_with(kMark)) {
      if (known) files.back().text += line;
      continue;
    }
    std::string name(line.substr(kMark.size()));
    while (!name.empty() && name.back() == '\n') name.pop_back();
    const bool leads_out = name.find("..") != std::string::npos || name.starts_with("/");
    known = !name.empty() && name != "." && !leads_out && name.size() < kLongestName &&
            name.find('\0') == std::string::npos;
    if (known) files.push_back({name, ""});
  }
  return files;
}

}  // namespace hearth::fuzz
