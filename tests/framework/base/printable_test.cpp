// SPDX-License-Identifier: MIT
#include "hearth/framework/base/printable.hpp"

#include <catch2/catch.hpp>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/json_levels.hpp"
#include "hearth/framework/base/limits.hpp"

namespace hearth::test::printable_test {

TEST_CASE("what a terminal acts on is written as an escape") {
  CHECK(printable("Büro 3, 21 °C, 会议室") == "Büro 3, 21 °C, 会议室");
  CHECK(printable("a\x1b[2Jb\nc\td\x7f") == "a\\u001b[2Jb\\u000ac\\u0009d\\u007f");
  CHECK(printable("a\xe2\x80\xae"
                  "b\xe2\x81\xa6") == "a\\u202eb\\u2066");
  CHECK(printable("\xc2\x85\xe2\x80\xa8") == "\\u0085\\u2028");
  CHECK(printable("a\xff\xc0\x80\xed\xa0\x80") == "a\\xff\\xc0\\x80\\xed\\xa0\\x80");
  CHECK(printable("").empty());
}

TEST_CASE("characters that are not seen are written as escapes") {
  CHECK(printable("a\u200bb\u200cc\u200dd\u2060e\u2064") ==
        "a\\u200bb\\u200cc\\u200dd\\u2060e\\u2064");
  CHECK(printable("soft\u00adhyphen, \u3164filler, \ufeffmark") ==
        "soft\\u00adhyphen, \\u3164filler, \\ufeffmark");
  CHECK(printable("tag\U000e0041\U000e007f, variant\U000e0100") ==
        "tag\\U000e0041\\U000e007f, variant\\U000e0100");
  CHECK(printable("m\u00b2, \u26a0\ufe0f, \U0001f321") == "m\u00b2, \u26a0\ufe0f, \U0001f321");
}

TEST_CASE("bytes that are not UTF-8 are replaced one by one") {
  CHECK(valid_utf8("a\xff"
                   "b") ==
        "a\xEF\xBF\xBD"
        "b");
  CHECK(valid_utf8("\xe4\xbc") == "\xEF\xBF\xBD\xEF\xBF\xBD");  // cut off
  CHECK(valid_utf8("\xe4\xbc\x9a") == "\xe4\xbc\x9a");
}

TEST_CASE("a diagnostic is one line whatever its parts hold") {
  const Diagnostic item{Severity::Error, "a.b", {.file = "x\ny", .pointer = "/\x1b"}, "m\rn"};
  CHECK(to_string(item) == "a.b  x\\u000ay /\\u001b  m\\u000dn");
}

TEST_CASE("levels of JSON are counted outside strings and comments") {
  const auto nested = [](int levels) {
    return std::string(levels, '[') + "1" + std::string(levels, ']');
  };
  CHECK_FALSE(nests_too_deep(nested(kMostJsonLevels)));
  CHECK(nests_too_deep(nested(kMostJsonLevels + 1)));
  const std::string brackets(1000, '[');
  CHECK_FALSE(nests_too_deep("[\"" + brackets + "\\\"" + brackets + "\"]"));
  CHECK_FALSE(nests_too_deep("// " + brackets + "\n/* " + brackets + " */ {}"));
  for (const std::string& end : {std::string("\n"), std::string("\r"), std::string(1, '\0')}) {
    CHECK(nests_too_deep("\"a\" // b" + end + nested(300)));  // the parser ends a comment there
  }
  std::string many;
  for (int k = 0; k < 1000; ++k) many += "[],";
  CHECK_FALSE(nests_too_deep("[" + many + "1]"));
}

TEST_CASE("a limit names itself and can be raised") {
  const std::int64_t standard = limit_of(WorkLimit::PatchBytes);
  CHECK_NOTHROW(check_limit(WorkLimit::PatchBytes, standard, {}));
  try {
    check_limit(WorkLimit::PatchBytes, standard + 1, {.file = "set.json"});
    FAIL("not refused");
  } catch (const InputError& error) {
    CHECK(error.code() == "limit.exceeded");
    CHECK_THAT(error.what(), Catch::Contains("set.json"));
    CHECK_THAT(error.what(), Catch::Contains("--limit patch-bytes=N"));
  }
  set_limit(WorkLimit::PatchBytes, standard + 1);
  CHECK_NOTHROW(check_limit(WorkLimit::PatchBytes, standard + 1, {}));
  set_limit(WorkLimit::PatchBytes, standard);
  CHECK(is_limit_given(WorkLimit::PatchBytes));  // if only what it is without that
  set_limit(WorkLimit::PatchBytes, 0);
  CHECK_FALSE(is_limit_given(WorkLimit::PatchBytes));
  CHECK(limit_of(WorkLimit::PatchBytes) == standard);
}

}  // namespace hearth::test::printable_test
