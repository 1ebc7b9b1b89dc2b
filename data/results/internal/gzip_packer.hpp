// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace hearth {

/// Packs a text as gzip while it is written.
class GzipPacker {
 public:
  /// `sink` receives the packed bytes.
  explicit GzipPacker(std::function<void(std::string_view)> sink);
  ~GzipPacker();
  GzipPacker(const GzipPacker&) = delete;
  GzipPacker& operator=(const GzipPacker&) = delete;

  void write(std::string_view text) { pack(text, false); }
  void finish() { pack({}, true); }

 private:
  struct Stream;
  void pack(std::string_view text, bool last);

  std::function<void(std::string_view)> sink_;
  std::unique_ptr<Stream> stream_;
};

/// Returns a text packed as a complete gzip file; several such files may follow each other in one
/// file.
std::string gzipped(std::string_view text);

}  // namespace hearth
