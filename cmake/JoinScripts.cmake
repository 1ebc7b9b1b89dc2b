# Joins scripts into one file, OUTPUT: third-party scripts (VENDOR) unchanged, without references to
# source maps, then our own (OWN) in one scope. Writes the licences (UPLOT, DAGRE) to LICENCES.
file(WRITE ${OUTPUT} "")
foreach(path IN LISTS VENDOR)
  file(READ ${path} text)
  string(REGEX REPLACE "//# sourceMappingURL=[^\n]*" "" text "${text}")
  file(APPEND ${OUTPUT} "${text}\n")
endforeach()
file(APPEND ${OUTPUT} "(() => {\n'use strict';\n")
foreach(path IN LISTS OWN)
  file(READ ${path} text)
  file(APPEND ${OUTPUT} "${text}\n")
endforeach()
file(APPEND ${OUTPUT} "})();\n")

file(READ ${UPLOT} uplot)
file(READ ${DAGRE} dagre)
file(WRITE ${LICENCES} "")
if(uplot)
  file(APPEND ${LICENCES} "uPlot 1.6.32, https://github.com/leeoniya/uPlot\n${uplot}\n"
                          "dagre 3.1.3 with graphlib 4.0.6, https://github.com/dagrejs/dagre\n${dagre}")
endif()
