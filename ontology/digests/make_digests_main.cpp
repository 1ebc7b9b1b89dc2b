// SPDX-License-Identifier: MIT
// hearth_make_digests FOLDER OUT: writes the digests of the ontologies in FOLDER (with the file
// names in digest_recipes.cpp) to OUT, usually ontology/digests. A tool of the source tree that is
// not installed:
//   cmake --build build --target hearth_make_digests
//   build/ontology/hearth_make_digests path/to/ontologies ontology/digests
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/digests/make_digest.hpp"

int main(int count, char** words) {
  if (count != 3) {
    std::fputs("usage: hearth_make_digests FOLDER OUT\n", stderr);
    return 2;
  }
  try {
    for (const hearth::DigestRecipe& recipe : hearth::digest_recipes()) {
      const std::string text = hearth::make_digest(words[1], recipe);
      std::ofstream file(std::filesystem::path(words[2]) / (recipe.name + ".ttl"));
      file << text;
      if (!file.flush())
        throw hearth::InputError("file.write", {words[2]}, "cannot write " + recipe.name);
      std::printf("%s: %zu bytes\n", recipe.name.c_str(), text.size());
    }
  } catch (const hearth::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
  }
  return 0;
}
