# Joins scripts to one: cmake -DOUTPUT=x.js -DVENDOR=... -DOWN=... -P JoinScripts.cmake. Those of
# others come first as they are, without references to source maps; our own share one scope.
# Lists and brackets of CMake must not see the texts: the parts are appended to the file.
file(WRITE ${OUTPUT} "")
foreach(path IN LISTS VENDOR)
  file(READ ${path} text)
  string(REGEX REPLACE "//# sourceMappingURL=[^\n]*" "" text "${text}")
  file(APPEND ${OUTPUT} "${text}\n")
endforeach()
file(APPEND ${OUTPUT} "(() => {\n'use strict'\;\n")
foreach(path IN LISTS OWN)
  file(READ ${path} text)
  file(APPEND ${OUTPUT} "${text}\n")
endforeach()
file(APPEND ${OUTPUT} "})()\;\n")
