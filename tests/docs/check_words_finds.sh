#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that scripts/check_words.py finds phrases in prose, strings and comments, and nothing in
# code, exceptions and identifiers.
#
#   check_words_finds.sh SOURCE_DIR SCRATCH_DIR
set -eu
command -v python3 >/dev/null || { echo "skipped: python3 is missing"; exit 77; }
rm -rf "$2"
mkdir -p "$2"
cd "$2"

cat > page.md <<'END_OF_FILE'
# A page

There is no harm in `what says it`, nor in anything else.
The file
says so, and | where there | is a cell |

```text
The file says so.
```

- No longer so: it is no longer a set
- point. The [setpoint](set-point.md) stands for a set
  point.
END_OF_FILE

cat > source.hpp <<'END_OF_FILE'
// A comment that goes
// on in the next line.
#include "a b/plugins.hpp"
inline const char* query = "CASE n WHEN 0 THEN 1 ELSE 2 END";
inline const char* text = "the file '{}' "
                          "says so, or else";
const char mark = '"';  /* it is no comment */
if (mark) { text = "else"; } else { text = R"(this stands for that)"; }
END_OF_FILE

printf '# It says so.\nx = "it is no string"  # in place of it\n' > script.py
printf '#!/bin/sh\necho "it says so"\n  # beside it\n' > script.sh
printf '/** It says\n so. */\nif (a) b("it says so"); else c();\n  // beside it\n' > script.js
printf 'set(else "it says so")  # says so\n# beside it\n' > CMakeLists.txt

python3 "$1/scripts/check_words.py" page.md source.hpp script.py script.sh script.js \
    CMakeLists.txt > found && {
  echo "no finding changed the exit code"
  exit 1
}
sed 's|^.*/||; s|": .*|"|' found > lines
cat > expected <<'END_OF_FILE'
page.md:5: "says"
page.md:12: "stands for"
page.md:12: "set point"
source.hpp:6: "says"
source.hpp:6: "else"
source.hpp:8: "stands for"
source.hpp:1: "goes on"
source.hpp:7: "is no comment"
script.py:2: "is no string"
script.py:1: "says"
script.py:2: "in place of"
script.sh:3: "beside"
script.js:1: "says"
script.js:4: "beside"
CMakeLists.txt:2: "beside"
END_OF_FILE
sort lines > sorted
sort expected | diff - sorted
