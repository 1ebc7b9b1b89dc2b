// SPDX-License-Identifier: MIT
#include "hearth/apps/base/call_files.hpp"

#include <cerrno>
#include <map>
#include <sys/stat.h>
#include <system_error>

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/data/text/temporary_file.hpp"
#include "hearth/data/text/text_file.hpp"

namespace hearth::apps {
namespace {

namespace fs = std::filesystem;

/// Returns a path without links and `..`, also for a file that does not exist yet.
fs::path full_path(const fs::path& path) {
  std::error_code failed;
  const fs::path full = fs::absolute(path, failed).lexically_normal();
  const fs::path real = fs::weakly_canonical(path, failed);
  return failed || !real.is_absolute() ? full : real;
}

/// Returns a text that identifies a file; "" for one that cannot be replaced (a pipe, a device).
std::string identity(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    // `new/../file` is `file` after the folder has been created.
    const fs::path full = full_path(path);
    if (::stat(full.c_str(), &status) != 0) return full.string();
  }
  if (!S_ISREG(status.st_mode)) return "";
  return fmt::format("{}:{}", status.st_dev, status.st_ino);
}

std::string subject(const fs::path& path, const std::string& what) {
  const std::string name = "'" + path.string() + "'";
  return what.empty() ? name : name + " (" + what + ")";
}

[[noreturn]] void refuse(const std::string& option, const std::string& message) {
  throw UsageError("usage.value", {.pointer = option}, message);
}

}  // namespace

void CallFiles::add_input(const fs::path& file, const std::string& role) {
  if (!file.empty()) inputs_.push_back({file, role});
}

void CallFiles::add_input_folder(const fs::path& folder, const std::string& role) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.is_regular_file(ignored)) add_input(entry.path(), role);
  }
}

void CallFiles::add_output(const fs::path& file, const std::string& option,
                           const std::string& what) {
  if (file == "-") return;  // the standard output
  if (!file.empty()) outputs_.push_back({file, option, what});
}

void CallFiles::check() const {
  std::map<std::string, const Input*> inputs;
  for (const Input& input : inputs_) {
    std::error_code ignored;
    if (fs::exists(input.path, ignored)) inputs.emplace(identity(input.path), &input);
  }
  std::map<std::string, const Output*> outputs;
  for (const Output& output : outputs_) {
    const std::string file = identity(output.path);
    if (file.empty()) continue;
    if (const auto input = inputs.find(file); input != inputs.end()) {
      const auto& [path, role] = *input->second;
      const std::string spelling = path == output.path ? "" : " '" + path.string() + "'";
      refuse(output.option,
             fmt::format("{} is also an input ({}{}) and would be overwritten; choose another name",
                         subject(output.path, output.what), role, spelling));
    }
    const auto [other, is_new] = outputs.emplace(file, &output);
    if (is_new) continue;
    const std::string what = other->second->what.empty() ? "" : " (" + other->second->what + ")";
    refuse(output.option,
           fmt::format("{} is also written by {}{} and would be overwritten; choose another name",
                       subject(output.path, output.what), other->second->option, what));
  }
  for (const Output& output : outputs_) {
    for (fs::path folder = full_path(output.path).parent_path(); folder.has_relative_path();
         folder = folder.parent_path()) {
      const auto other = outputs.find(folder.string());
      if (other == outputs.end()) continue;
      refuse(other->second->option, fmt::format("'{}' is also a folder for {}; choose another name",
                                                other->second->path.string(), output.option));
    }
  }
}

/// A link at a place where the command line names no file was created by another user or program. A
/// link that leads to itself does not lead to a file.
void CallFiles::check_links() const {
  for (const Output& output : outputs_) {
    std::error_code error;
    if (!fs::is_symlink(output.path, error)) continue;
    static_cast<void>(fs::status(output.path, error));
    const bool endless = error == std::errc::too_many_symbolic_link_levels;
    if (endless) throw write_error(output.path, ELOOP);
    if (output.what.empty()) continue;
    throw InputError("file.write", {.file = output.path.string()},
                     fmt::format("{} is a link, and its target would be overwritten: remove the "
                                 "link, or choose another folder",
                                 subject(output.path, output.what)));
  }
}

void CallFiles::prepare() const {
  check();
  check_links();
  for (const Output& output : outputs_) {
    const fs::path folder = output.path.parent_path();
    if (!folder.empty()) create_folder(folder);
  }
}

}  // namespace hearth::apps
