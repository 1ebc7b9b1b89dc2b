// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hearth::apps {

/// All files that a call reads and writes. No output may replace an input or another output. Files
/// named on the command line are added when it is read; a verb adds those that it finds (data files
/// of a model, the record of a run) and calls `prepare` before it writes.
class CallFiles {
 public:
  /// Adds a file that is read. `role` is the option or argument that names it (`MODEL`), or a
  /// description (`data of the model`).
  void add_input(const std::filesystem::path& file, const std::string& role);
  template <class Paths>
  void add_inputs(const Paths& files, const std::string& role) {
    for (const auto& file : files) add_input(file, role);
  }
  /// Adds the regular files in a folder as files that are read.
  void add_input_folder(const std::filesystem::path& folder, const std::string& role);
  /// Adds a file that is written because of an option. `what` describes a file that the option does
  /// not name itself (`record of the run`).
  void add_output(const std::filesystem::path& file, const std::string& option,
                  const std::string& what = "");

  /// Throws UsageError `usage.value` with both options if an output is the same file as an input or
  /// another output. Files are compared by device and inode, so that links and other spellings are
  /// recognised, and by the full path if they do not exist yet. Pipes and devices never count as
  /// the same file.
  void check() const;
  /// Makes the checks of `check`, and checks that no output is a link that the command line does
  /// not name or that leads to itself. Then makes missing folders of outputs (InputError
  /// `file.write`).
  void prepare() const;

 private:
  void check_links() const;

  struct Input {
    std::filesystem::path path;
    std::string role;
  };
  struct Output {
    std::filesystem::path path;
    std::string option, what;
  };

  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
};

}  // namespace hearth::apps
