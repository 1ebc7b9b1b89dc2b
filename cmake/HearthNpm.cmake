# Third-party scripts for the report's page, from the npm registry: fetched during the build (never
# during configuration or at run time), in the versions of a package-lock.json, and checked by their
# hashes.
set(HEARTH_WITH_NPM AUTO CACHE STRING
    "Fetch the report's scripts (uPlot, dagre) with npm while building: AUTO, ON or OFF")
set_property(CACHE HEARTH_WITH_NPM PROPERTY STRINGS AUTO ON OFF)

if(HEARTH_WITH_NPM)
  find_program(HEARTH_NPM npm)
  mark_as_advanced(HEARTH_NPM)
  if(NOT HEARTH_NPM AND HEARTH_WITH_NPM STREQUAL "AUTO")
    message(WARNING "Reports show static drawings only: npm is missing. "
                    "Install npm, or set HEARTH_WITH_NPM=OFF.")
  elseif(NOT HEARTH_NPM)
    message(FATAL_ERROR "HEARTH_WITH_NPM=ON needs npm.")
  endif()
endif()

# hearth_npm_files(<variable> <folder of package.json> <file below node_modules>...): sets the
# variable to the paths of the files after fetching. A file that could not be fetched is empty.
function(hearth_npm_files variable folder)
  set(place ${CMAKE_CURRENT_BINARY_DIR}/npm)
  set(files ${ARGN})
  list(TRANSFORM files PREPEND ${place}/files/)
  set(npm "")
  if(HEARTH_WITH_NPM AND HEARTH_NPM)
    set(npm ${HEARTH_NPM})
  endif()
  add_custom_command(OUTPUT ${files}
    COMMAND ${CMAKE_COMMAND} -DNPM=${npm} -DMODE=${HEARTH_WITH_NPM} -DFOLDER=${folder}
            -DPLACE=${place} "-DFILES=${ARGN}" -P ${PROJECT_SOURCE_DIR}/cmake/FetchNpm.cmake
    DEPENDS ${folder}/package.json ${folder}/package-lock.json
            ${PROJECT_SOURCE_DIR}/cmake/FetchNpm.cmake
    COMMENT "Fetching the report's scripts" VERBATIM)
  set(${variable} ${files} PARENT_SCOPE)
endfunction()
