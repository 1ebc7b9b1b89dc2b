// SPDX-License-Identifier: MIT
#include "hearth/ontology/twin4build/internal/graph/node_ids.hpp"

#include <cctype>
#include <cstddef>
#include <set>

#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/rdf/internal/turtle_characters.hpp"

namespace hearth::twin4build {
namespace {

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const int bytes = turtle::decode_utf8(text.data() + at, text.data() + text.size()).bytes;
    if (bytes == 0) return false;
    at += static_cast<std::size_t>(bytes);
  }
  return true;
}

std::string id_of(std::string_view iri) {
  std::string id = decoded(local_name(iri));
  if (id_problem(id).empty()) return id;
  for (char& c : id) {
    if (!id_problem(std::string_view(&c, 1)).empty()) c = '_';
  }
  return id;
}

}  // namespace

std::string_view local_name(std::string_view iri) {
  const auto end = iri.find_last_of("/#");
  const std::string_view name = end == std::string_view::npos ? iri : iri.substr(end + 1);
  return name.empty() ? iri : name;
}

std::string decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '%' && i + 2 < text.size() &&
                        std::isxdigit(static_cast<unsigned char>(text[i + 1])) != 0 &&
                        std::isxdigit(static_cast<unsigned char>(text[i + 2])) != 0;
    if (!escape) {
      result += text[i];
      continue;
    }
    result += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
    i += 2;
  }
  return is_utf8(result) ? result : std::string(text);
}

std::vector<std::string> node_ids(const std::vector<std::string>& iris) {
  std::vector<std::string> ids;
  for (const std::string& iri : iris) ids.push_back(id_of(iri));
  std::set<std::string> taken(ids.begin(), ids.end());
  std::set<std::string> given;
  for (std::string& id : ids) {
    if (given.insert(id).second) continue;
    int number = 2;
    while (taken.contains(id + "_" + std::to_string(number))) ++number;
    id += "_" + std::to_string(number);
    taken.insert(id);
    given.insert(id);
  }
  return ids;
}

}  // namespace hearth::twin4build
