# Writes a C++ file with the bytes of files: cmake -DOUTPUT=x.cpp -DFUNCTION=f -DFILES=name=path;...
# -P EmbedFiles.cmake. Byte arrays have no limits of length or content, unlike literals. For each
# file `name`, the function also returns `name.sha256`, its hash in hexadecimal digits.
set(arrays "")
set(entries "")
set(index 0)
foreach(pair IN LISTS FILES)
  string(REGEX MATCH "^([^=]+)=(.+)$" _ "${pair}")
  set(name ${CMAKE_MATCH_1})
  set(path ${CMAKE_MATCH_2})
  file(READ ${path} hex HEX)
  file(SHA256 ${path} hash)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  string(APPEND arrays "const unsigned char kFile${index}[] = {${bytes}0};\n")
  string(APPEND entries "    {\"${name}\", view(kFile${index}, sizeof(kFile${index}) - 1)},\n"
                        "    {\"${name}.sha256\", \"${hash}\"},\n")
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE ${OUTPUT} "#include <cstddef>
#include <string_view>
#include <utility>

namespace hearth::embedded {
namespace {

${arrays}
std::string_view view(const unsigned char* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

const std::pair<std::string_view, std::string_view> kEntries[] = {
${entries}};

}  // namespace

std::string_view ${FUNCTION}(std::string_view name);

std::string_view ${FUNCTION}(std::string_view name) {
  for (const auto& entry : kEntries) {
    if (entry.first == name) return entry.second;
  }
  return {};
}

}  // namespace hearth::embedded
")
