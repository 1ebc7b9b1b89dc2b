// SPDX-License-Identifier: MIT
#include "hearth/apps/report/page/html_text.hpp"

#include <catch2/catch.hpp>

namespace html_text_test {

using namespace hearth::apps;

TEST_CASE("characters with a meaning in HTML become references") {
  CHECK(markup_escaped("<b a='1' c=\"2\">&") == "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;");
}

TEST_CASE("characters that HTML and XML forbid become the replacement character") {
  CHECK(markup_escaped("a\x01\xEF\xBF\xBE"
                       "b\xEF\xBF\xBF") ==
        "a\xEF\xBF\xBD\xEF\xBF\xBD"
        "b\xEF\xBF\xBD");
}

TEST_CASE("JSON in a script element cannot end it") {
  CHECK(script_safe(R"(["</script>","<!--"])") == R"(["\u003c/script>","\u003c!--"])");
}

TEST_CASE("units are written in common notation") {
  CHECK(unit_text("degC") == "°C");
  CHECK(unit_text("W/(m2 K)") == "W/(m² K)");
  CHECK(unit_text("1").empty());
}

TEST_CASE("only long numbers are shortened") {
  CHECK(rounded_text("0.05") == "0.05");
  CHECK(rounded_text("0.051234567890") == "0.0512346");
  CHECK(rounded_text("12345678") == "12345678");
  CHECK(rounded_text("4e+05") == "400000");
  CHECK(rounded_text("1e-6") == "1e-6");
  CHECK(rounded_text("2843911.2233441") == "2843911");
  CHECK(rounded_text("2843911223344.5") == "2.84391e12");
  CHECK(rounded_text("0.00000123456789") == "1.23457e-6");
  CHECK(rounded_text("Mon-Fri 08:00-16:00") == "Mon-Fri 08:00-16:00");
}

TEST_CASE("numbers of a column have equally many decimals") {
  CHECK(column_texts({"12.3456789", "4.5", ""}) == std::vector<std::string>{"12.346", "4.500", ""});
  CHECK(column_texts({"2500000", "0.0512345678"}) ==
        std::vector<std::string>{"2500000", "0.0512346"});
  CHECK(column_texts({"0.09706912", "0"}) == std::vector<std::string>{"0.097069", "0"});
  CHECK(column_texts({"3", "12"}) == std::vector<std::string>{"3", "12"});
}

}  // namespace html_text_test
