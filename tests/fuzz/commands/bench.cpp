// SPDX-License-Identifier: MIT
#include "hearth/tests/fuzz/commands/bench.hpp"

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "hearth/apps/command.hpp"
#include "hearth/tests/fuzz/commands/outcome_checks.hpp"
#include "hearth/tests/fuzz/commands/recipes.hpp"
#include "hearth/tests/fuzz/engine/target.hpp"
#include "hearth/tests/fuzz/engine/work_limits.hpp"

namespace hearth::fuzz {

namespace fs = std::filesystem;

Bench::Bench() : scene_(files_below("scene")) {
  fs::current_path(folder_.path());
  restore();
}

Bench::~Bench() {
  std::error_code ignored;
  fs::current_path(folder_.path().parent_path(), ignored);
}

bool Bench::write(const std::string& name, std::string_view text) const {
  std::optional<std::string> bytes = made_file(name, text);
  if (!bytes) return false;
  std::error_code error;
  const fs::path path(name);
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  std::ofstream(path, std::ios::binary) << *bytes;
  return true;
}

void Bench::clear_outputs() const {
  std::error_code ignored;
  fs::remove_all("out", ignored);
  fs::create_directory("out", ignored);
}

void Bench::restore() const {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder_.path())) fs::remove_all(entry, ignored);
  for (const NamedText& file : scene_) write(file.name, file.text);
  fs::create_directory("out");
}

Outcome Bench::run(const Call& call, const std::vector<std::string>& names) const {
  Words words{"hearth"};
  words.insert(words.end(), call.words.begin(), call.words.end());
  std::ostringstream out, err;
  std::optional<LongWork> work;
  if (call.long_work) work.emplace();
  Outcome outcome;
  outcome.code = apps::run_command(words, {out, err, false});
  work.reset();
  outcome.out = std::move(out).str();
  outcome.err = std::move(err).str();
  lower_work_limits();  // `--limit` may have raised them
  check_outcome(call, outcome, names);
  return outcome;
}

void Bench::check_leftovers() const {
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
    const std::string name = entry.path().filename().string();
    const bool temporary = name.starts_with(".") && name.ends_with(".part");
    if (temporary || name.ends_with("-journal") || name.ends_with("-wal")) {
      throw std::logic_error("left behind: " +
                             entry.path().lexically_relative(folder_.path()).string());
    }
  }
}

}  // namespace hearth::fuzz
