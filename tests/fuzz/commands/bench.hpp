// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/tests/fuzz/engine/scratch.hpp"
#include "hearth/tests/fuzz/engine/texts.hpp"

namespace hearth::fuzz {

using Words = std::vector<std::string>;

/// A command line and what it may do.
struct Call {
  Words words;  ///< from the verb on; files below `out` are written
  /// Exit codes other than 0, 1 and 3, such as that of a calibration that does not converge.
  std::set<int> codes{};
  bool long_work = false;  ///< it may be asked to work for long
  bool known = true;  ///< otherwise the words are any: `--json` may be a value, or come to nothing
};

/// What a command returned and printed.
struct Outcome {
  int code = 0;
  std::string out, err;
};

/// A folder of its own with the files of a scene, in which commands run in this process.
class Bench {
 public:
  Bench();
  ~Bench();
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  /// Writes a file; one of these endings is made from the text: `.sqlite` from SQL, `.gz` by
  /// packing, `.fmu` from sections. Returns whether that was possible.
  bool write(const std::string& name, std::string_view text) const;
  /// Removes what was written by others than `write`.
  void clear_outputs() const;
  /// Restores the files of the scene, and removes all others.
  void restore() const;

  /// Runs a command and checks what it printed and wrote. `names` are the files that its errors may
  /// name. Throws std::logic_error with what is wrong and the messages.
  Outcome run(const Call& call, const std::vector<std::string>& names) const;

  /// Throws if a file was left behind that only lives while a command works.
  void check_leftovers() const;

 private:
  Scratch folder_;
  std::vector<NamedText> scene_;
};

}  // namespace hearth::fuzz
