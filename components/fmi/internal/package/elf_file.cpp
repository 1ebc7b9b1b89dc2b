// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/package/elf_file.hpp"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

namespace hearth::fmi {
namespace {

constexpr std::size_t kLongestName = 4096;       // bytes; texts of a table may overlap
constexpr std::size_t kMostEntries = 1'000'000;  // of all tables, which may share their bytes
constexpr std::size_t kMostText = 64'000'000;    // bytes of all names, which may also share bytes

class Image {
 public:
  explicit Image(std::string bytes) : bytes_(std::move(bytes)) {
    const auto head = at<Elf64_Ehdr>(0);
    const bool elf = head && std::memcmp(head->e_ident, ELFMAG, SELFMAG) == 0 &&
                     head->e_ident[EI_CLASS] == ELFCLASS64;
    if (!elf) return;
    for (std::uint64_t i = 0; i < head->e_phnum; ++i) {
      const auto part = at<Elf64_Phdr>(head->e_phoff + i * sizeof(Elf64_Phdr));
      cut_off_ = cut_off_ || !part || ends_after(*part);
    }
    for (std::uint64_t i = 0; i < head->e_shnum; ++i) {
      const auto section = at<Elf64_Shdr>(head->e_shoff + i * sizeof(Elf64_Shdr));
      if (!section) return;
      sections_.push_back(*section);
    }
  }

  /// Returns whether the file ends before a part that is loaded; using that part would end the
  /// process (SIGBUS).
  bool cut_off() const { return cut_off_; }
  const std::vector<Elf64_Shdr>& sections() const { return sections_; }
  /// Returns the entries of a table, at most `most`.
  template <class T>
  std::vector<T> entries(const Elf64_Shdr& section, std::size_t most) const {
    std::vector<T> all;
    for (std::uint64_t i = 0; i < section.sh_size / sizeof(T) && all.size() < most; ++i) {
      const auto entry = at<T>(section.sh_offset + i * sizeof(T));
      if (!entry) break;
      all.push_back(*entry);
    }
    return all;
  }
  /// Returns a text of the string table to which a section refers.
  std::string text(const Elf64_Shdr& section, std::uint64_t offset) const {
    if (section.sh_link >= sections_.size()) return "";
    const Elf64_Shdr& table = sections_[section.sh_link];
    const std::uint64_t begin = table.sh_offset + offset;
    if (offset >= table.sh_size || begin < offset || begin >= bytes_.size()) return "";
    const std::string_view rest = std::string_view(bytes_).substr(begin, kLongestName + 1);
    const std::size_t end = rest.find('\0');
    return end == rest.npos ? "" : std::string(rest.substr(0, end));
  }

 private:
  bool ends_after(const Elf64_Phdr& part) const {
    return part.p_type == PT_LOAD && part.p_filesz > 0 &&
           (part.p_offset > bytes_.size() || part.p_filesz > bytes_.size() - part.p_offset);
  }
  template <class T>
  std::optional<T> at(std::uint64_t offset) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) return std::nullopt;
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }

  std::string bytes_;
  std::vector<Elf64_Shdr> sections_;
  bool cut_off_ = false;
};

bool exported(const Elf64_Sym& symbol) {
  const auto type = ELF64_ST_TYPE(symbol.st_info);
  return symbol.st_shndx != SHN_UNDEF && ELF64_ST_BIND(symbol.st_info) == STB_GLOBAL &&
         (type == STT_FUNC || type == STT_OBJECT) &&
         ELF64_ST_VISIBILITY(symbol.st_other) == STV_DEFAULT;
}

/// Adds names up to a number of bytes; omits those after it.
class NameList {
 public:
  void add(std::vector<std::string>& names, std::string name) {
    if (name.size() > left_) left_ = 0;
    if (left_ == 0) return;
    left_ -= name.size();
    names.push_back(std::move(name));
  }
  bool full() const { return left_ == 0; }

 private:
  std::size_t left_ = kMostText;
};

}  // namespace

bool ElfFile::needs(std::string_view prefix) const {
  return std::any_of(needed.begin(), needed.end(),
                     [prefix](const std::string& name) { return name.starts_with(prefix); });
}

ElfFile read_elf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const Image image({std::istreambuf_iterator<char>(file), {}});
  ElfFile elf;
  elf.cut_off = image.cut_off();
  std::size_t left = kMostEntries;
  NameList names;
  for (const Elf64_Shdr& section : image.sections()) {
    if (section.sh_type == SHT_DYNAMIC) {
      const auto entries = image.entries<Elf64_Dyn>(section, left);
      left -= entries.size();
      for (const Elf64_Dyn& entry : entries) {
        if (names.full()) break;
        if (entry.d_tag != DT_NEEDED) continue;
        names.add(elf.needed, image.text(section, entry.d_un.d_val));
      }
    } else if (section.sh_type == SHT_DYNSYM) {
      const auto entries = image.entries<Elf64_Sym>(section, left);
      left -= entries.size();
      for (const Elf64_Sym& symbol : entries) {
        if (names.full()) break;
        if (exported(symbol)) names.add(elf.defined, image.text(section, symbol.st_name));
      }
    }
  }
  return elf;
}

}  // namespace hearth::fmi
