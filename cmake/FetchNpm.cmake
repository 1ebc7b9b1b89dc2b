# Fetches the packages of FOLDER/package-lock.json into PLACE and copies FILES of them to
# PLACE/files. Without NPM, or if it fails, the copies are empty; with MODE=ON, this is an error.
file(MAKE_DIRECTORY ${PLACE})
set(fetched FALSE)
if(NPM)
  file(COPY ${FOLDER}/package.json ${FOLDER}/package-lock.json DESTINATION ${PLACE})
  execute_process(
    COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --prefer-offline
            --fetch-retries=1 --fetch-timeout=30000
    WORKING_DIRECTORY ${PLACE} TIMEOUT 300
    RESULT_VARIABLE result OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(result EQUAL 0)
    set(fetched TRUE)
  elseif(MODE STREQUAL "ON")
    message(FATAL_ERROR "npm ci failed: ${result}\n${text}")
  else()
    message(WARNING "Reports show static drawings only: npm ci failed (${result}). "
                    "Remove ${PLACE} and build again to try again, or set HEARTH_WITH_NPM=OFF.")
  endif()
endif()

foreach(file IN LISTS FILES)
  get_filename_component(folder ${PLACE}/files/${file} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  if(fetched)
    configure_file(${PLACE}/node_modules/${file} ${PLACE}/files/${file} COPYONLY)
    file(TOUCH ${PLACE}/files/${file})
  else()
    file(WRITE ${PLACE}/files/${file} "")
  endif()
endforeach()
