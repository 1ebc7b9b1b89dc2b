# hearth_embed(<target> <function> <file>...): embeds text files of the source tree in a library.
# Defines `std::string_view hearth::embedded::<function>(std::string_view name)`, which returns the
# text of the file with that name (without its ending), or a null view, and
# `std::vector<std::string> hearth::embedded::<function>_names()`.
function(hearth_embed target function)
  set(entries "")
  set(names "")
  foreach(file IN LISTS ARGN)
    get_filename_component(name ${file} NAME_WE)
    get_filename_component(path ${file} ABSOLUTE)
    file(READ ${path} text)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    string(APPEND entries "    {\"${name}\", R\"hearth(${text})hearth\"},\n")
  endforeach()
  set(unit ${CMAKE_CURRENT_BINARY_DIR}/embedded_${function}.cpp)
  set(HEARTH_FUNCTION ${function})
  set(HEARTH_ENTRIES "${entries}")
  configure_file(${PROJECT_SOURCE_DIR}/cmake/embedded.cpp.in ${unit} @ONLY)
  target_sources(${target} PRIVATE ${unit})
endfunction()

# hearth_embed_built(<target> <function> <name>=<file>...): embeds files in a library that the build
# makes, or that are too long for a literal. Defines `std::string_view
# hearth::embedded::<function>(std::string_view name)`, which returns the text of a file, for
# `<name>.sha256` its hash in hexadecimal digits, or a null view.
function(hearth_embed_built target function)
  set(paths ${ARGN})
  list(TRANSFORM paths REPLACE "^[^=]+=" "")
  set(unit ${CMAKE_CURRENT_BINARY_DIR}/embedded_${function}.cpp)
  add_custom_command(OUTPUT ${unit}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${unit} -DFUNCTION=${function} "-DFILES=${ARGN}"
            -P ${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake
    DEPENDS ${paths} ${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake
    COMMENT "Embedding ${function}" VERBATIM)
  target_sources(${target} PRIVATE ${unit})
endfunction()
