// SPDX-License-Identifier: MIT
#include "hearth/apps/base/printable_stream.hpp"

#include <algorithm>
#include <string_view>

#include "hearth/framework/base/printable.hpp"

namespace hearth::apps {
namespace {

constexpr std::size_t kLongest = 1 << 16;  // bytes kept without a line feed

/// Writes a text in printable form, except line feeds and tabs.
void write_printable(std::string_view text, std::ostream& out) {
  while (!text.empty()) {
    const std::size_t mark = std::min(text.find_first_of("\n\t"), text.size());
    out << printable(text.substr(0, mark));
    if (mark < text.size()) out << text[mark];
    text.remove_prefix(std::min(mark + 1, text.size()));
  }
}

}  // namespace

PrintableStream::Buffer::int_type PrintableStream::Buffer::overflow(int_type character) {
  if (traits_type::eq_int_type(character, traits_type::eof()))
    return traits_type::not_eof(character);
  const char c = traits_type::to_char_type(character);
  return xsputn(&c, 1) == 1 ? character : traits_type::eof();
}

std::streamsize PrintableStream::Buffer::xsputn(const char* text, std::streamsize count) {
  line_.append(text, static_cast<std::size_t>(count));
  std::size_t end = line_.rfind('\n') + 1;  // 0 without one
  if (end == 0 && line_.size() > kLongest) {
    end = line_.size();
    std::size_t last = end - 1;  // position of the last character
    for (int back = 0; back < 3 && last > 0; ++back) {
      if ((static_cast<unsigned char>(line_[last]) & 0xC0u) != 0x80u) break;
      --last;
    }
    const bool is_cut = utf8_length(std::string_view(line_).substr(last)) == 0;
    if (is_cut && last > 0) end = last;
  }
  if (end > 0) {
    write_printable(std::string_view(line_).substr(0, end), out_);
    line_.erase(0, end);
  }
  return out_ ? count : 0;
}

int PrintableStream::Buffer::sync() {
  write_printable(line_, out_);
  line_.clear();
  out_.flush();
  return out_ ? 0 : -1;
}

}  // namespace hearth::apps
