// SPDX-License-Identifier: MIT
// What libraries say of themselves, also those that nobody's linker has made.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/fmi/internal/package/elf_file.hpp"
#include "hearth/tests/components/fmi/fmi_files.hpp"

namespace hearth::test::fmi_elf_test {
namespace {

using fmi::ElfFile;

/// A library in memory: head, sections, texts, symbols to the end of the file.
struct Library {
  std::uint64_t sections_at = sizeof(Elf64_Ehdr);
  std::vector<Elf64_Shdr> tables;  // in addition to that of texts, which is number 0; "at" counts
                                   // from the first symbol
  std::string texts = std::string("\0one\0two\0", 9);
  std::vector<Elf64_Sym> symbols;

  std::string bytes() const {
    Elf64_Ehdr head{};
    std::memcpy(head.e_ident, ELFMAG, SELFMAG);
    head.e_ident[EI_CLASS] = ELFCLASS64;
    head.e_ident[EI_DATA] = ELFDATA2LSB;
    head.e_shoff = sections_at;
    head.e_shnum = static_cast<Elf64_Half>(1 + tables.size());
    std::vector<Elf64_Shdr> sections(1);
    sections[0].sh_type = SHT_STRTAB;
    sections[0].sh_offset = sizeof head + head.e_shnum * sizeof(Elf64_Shdr);
    sections[0].sh_size = texts.size();
    for (Elf64_Shdr table : tables) {
      table.sh_offset += sections[0].sh_offset + texts.size();
      sections.push_back(table);
    }
    std::string all(reinterpret_cast<const char*>(&head), sizeof head);
    all.append(reinterpret_cast<const char*>(sections.data()),
               sections.size() * sizeof(Elf64_Shdr));
    all += texts;
    all.append(reinterpret_cast<const char*>(symbols.data()), symbols.size() * sizeof(Elf64_Sym));
    return all;
  }
};

Elf64_Shdr table_of(Elf64_Word type, std::uint64_t size) {
  Elf64_Shdr table{};
  table.sh_type = type;
  table.sh_size = size;
  return table;
}

Elf64_Sym exported_name(Elf64_Word name) {
  Elf64_Sym symbol{};
  symbol.st_name = name;
  symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
  symbol.st_shndx = 1;
  return symbol;
}

std::filesystem::path written(const ScratchFolder& folder, const std::string& bytes) {
  std::ofstream(folder.path() / "l.so", std::ios::binary) << bytes;
  return folder.path() / "l.so";
}

ElfFile read(const std::string& bytes) {
  const ScratchFolder folder;
  return fmi::read_elf(written(folder, bytes));
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("the exports and needs of a library are read") {
  const ElfFile room = read(built_library("fmu_room_fmi2"));
  CHECK(std::count(room.defined.begin(), room.defined.end(), "fmi2DoStep") == 1);
  CHECK(room.needs("libc."));
  CHECK_FALSE(room.needs("libstdc++"));
}

TEST_CASE("a table of symbols that claims more than the file holds ends with the file") {
  Library library;
  library.symbols = {exported_name(1), exported_name(5), exported_name(1)};
  const std::uint64_t size = GENERATE(72ULL, 1ULL << 40U, ~0ULL);
  library.tables = {table_of(SHT_DYNSYM, size)};
  CHECK(read(library.bytes()).defined == Names{"one", "two", "one"});
}

TEST_CASE("tables, texts and sections that lie beyond the file are empty") {
  Library library;
  library.symbols = {exported_name(1)};
  library.tables = {table_of(SHT_DYNSYM, ~0ULL), table_of(SHT_DYNAMIC, ~0ULL)};
  const std::uint64_t beyond = GENERATE(25ULL, 1ULL << 40U, ~0ULL - 4096);
  for (Elf64_Shdr& table : library.tables) table.sh_offset = beyond;
  CHECK(read(library.bytes()).defined.empty());
  CHECK(read(library.bytes()).needed.empty());

  library.tables = {table_of(SHT_DYNSYM, 24)};
  library.symbols = {exported_name(static_cast<Elf64_Word>(beyond))};
  CHECK(read(library.bytes()).defined == Names{""});
  library.symbols = {exported_name(1)};
  library.tables[0].sh_link = 7;
  CHECK(read(library.bytes()).defined == Names{""});

  library.sections_at = beyond + 1'000'000;
  CHECK(read(library.bytes()).defined.empty());
  const std::string head = library.bytes().substr(0, sizeof(Elf64_Ehdr) - 1);
  CHECK(read(head).defined.empty());
}

TEST_CASE("symbols that many tables share give a million names at most") {
  constexpr std::size_t kSymbols = 300'000;
  Library library;
  library.symbols.assign(kSymbols, exported_name(1));
  library.tables.assign(4, table_of(SHT_DYNSYM, kSymbols * sizeof(Elf64_Sym)));
  CHECK(read(library.bytes()).defined.size() == 1'000'000);
}

TEST_CASE("libraries needed that many tables name are a million entries at most") {
  constexpr std::size_t kEntries = 300'000;
  Library library;
  Elf64_Dyn needed{};
  needed.d_tag = DT_NEEDED;
  needed.d_un.d_val = 1;
  const std::vector<Elf64_Dyn> entries(kEntries, needed);
  library.tables.assign(40, table_of(SHT_DYNAMIC, kEntries * sizeof(Elf64_Dyn)));
  const std::string bytes =
      library.bytes() +
      std::string(reinterpret_cast<const char*>(entries.data()), kEntries * sizeof(Elf64_Dyn));
  CHECK(read(bytes).needed.size() == 1'000'000);
}

TEST_CASE("symbols that share a long name give 64 MB of names at most") {
  Library library;
  library.texts = std::string(1, '\0') + std::string(4096, 'n') + std::string(1, '\0');
  library.symbols.assign(200'000, exported_name(1));
  library.tables = {table_of(SHT_DYNSYM, ~0ULL), table_of(SHT_DYNSYM, ~0ULL)};
  CHECK(read(library.bytes()).defined.size() == 64'000'000 / 4096);
}

TEST_CASE("a text that continues beyond the longest name is not a name") {
  Library library;
  library.texts = std::string(1, '\0') + std::string(4097, 'n') + std::string(1, '\0');
  library.symbols = {exported_name(1), exported_name(2)};
  library.tables = {table_of(SHT_DYNSYM, ~0ULL)};
  CHECK(read(library.bytes()).defined == Names{"", std::string(4096, 'n')});
  library.texts = std::string(1, '\0') + std::string(10'000, 'n');  // nor one without end
  CHECK(read(library.bytes()).defined == Names{"", ""});
}

TEST_CASE("an FMU whose library has boundless tables is refused by its loader, and soon") {
  Library library;
  library.symbols.assign(100'000, exported_name(1));
  library.tables.assign(50, table_of(SHT_DYNSYM, ~0ULL));
  const ScratchFolder folder;
  std::vector<ZipEntry> entries = read_zip(built_fmu("room_fmi2"));
  for (auto& [name, bytes] : entries) {
    if (name.ends_with(".so")) bytes = library.bytes();
  }
  write_zip(folder.path() / "room.fmu", entries);
  const auto before = std::chrono::steady_clock::now();
  const std::string said = error_of([&] { FmuBench room(folder.path() / "room.fmu"); });
  CHECK_THAT(said, Catch::StartsWith("fmi.library_invalid  "));
  // A second on a quiet machine; sanitizers take ten times as long.
  CHECK(std::chrono::steady_clock::now() - before < std::chrono::seconds(60));
}

}  // namespace hearth::test::fmi_elf_test
