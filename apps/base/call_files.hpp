// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hearth::apps {

/// All files that a call reads and writes. No output may take the place of an input or of another
/// output: what the command line names is noted when it is read, a verb adds what it finds (data
/// files of a model, the record of a run) and calls `prepare` before it writes.
class CallFiles {
 public:
  /// Notes a file that is read. `role` is the option or argument that names it (`MODEL`), or what
  /// it is (`data of the model`).
  void add_input(const std::filesystem::path& file, const std::string& role);
  template <class Paths>
  void add_inputs(const Paths& files, const std::string& role) {
    for (const auto& file : files) add_input(file, role);
  }
  /// Notes the regular files in a folder as read.
  void add_input_folder(const std::filesystem::path& folder, const std::string& role);
  /// Notes a file that is written because of an option. `what` describes a file that the option
  /// does not name itself (`record of the run`).
  void add_output(const std::filesystem::path& file, const std::string& option,
                  const std::string& what = "");

  /// Throws UsageError `usage.value`, which names both options, where an output is the same file as
  /// an input or another output: by device and inode, so that links and other spellings count, or
  /// by the full path of files that do not exist yet. Pipes and devices are never the same.
  void check() const;
  /// Checks, also that no output is a link which the command line does not name or which leads to
  /// itself, then makes the folders of the outputs that are missing (InputError `file.write`).
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
