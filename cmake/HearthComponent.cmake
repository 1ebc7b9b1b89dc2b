# Component types, in Hearth and in projects that use it:
#
#     find_package(hearth REQUIRED)
#     add_library(plant STATIC)
#     hearth_component(plant::Tank tank.hpp TARGET plant)
#     hearth_component_registry(TARGET plant FUNCTION plant::components WITH_STANDARD)
set(HEARTH_COMPONENT_TEMPLATES ${CMAKE_CURRENT_LIST_DIR})

# hearth_component(<Type> <header> [TARGET <library>]): one line per component type. Writes the
# translation unit that instantiates it for every scalar and enters it in the library's registry.
# Model files know a type by its last name, here `Tank`. Without TARGET: Hearth's own library.
function(hearth_component type header)
  cmake_parse_arguments(ARG "" "TARGET" "" ${ARGN})
  string(REGEX REPLACE "^.*::" "" name ${type})
  if(ARG_TARGET)
    set(target ${ARG_TARGET})
    string(MAKE_C_IDENTIFIER ${target}_${name} HEARTH_ID)
    get_filename_component(HEARTH_INCLUDE ${header} ABSOLUTE)
    target_link_libraries(${target} PUBLIC hearth::framework)
  else()
    set(target hearth_components)
    set(HEARTH_ID ${name})
    set(HEARTH_INCLUDE hearth/components/${header})
    set_property(TARGET ${target} APPEND PROPERTY HEARTH_HEADERS ${header})
  endif()
  set(HEARTH_TYPE ${type})
  set(HEARTH_NAME ${name})
  set(unit ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  configure_file(${HEARTH_COMPONENT_TEMPLATES}/component.cpp.in ${unit} @ONLY)
  target_sources(${target} PRIVATE ${unit})
  set_property(TARGET ${target} APPEND PROPERTY HEARTH_TYPES ${HEARTH_ID})
endfunction()

# hearth_component_registry([TARGET <library>] [FUNCTION <name>] [WITH_STANDARD]): after the last
# hearth_component of a library. Writes `const hearth::Registry& <name>()`, which the library
# declares in a header of its own. WITH_STANDARD adds Hearth's types whose names are still free.
function(hearth_component_registry)
  cmake_parse_arguments(ARG "WITH_STANDARD" "TARGET;FUNCTION" "" ${ARGN})
  if(NOT ARG_TARGET)
    set(ARG_TARGET hearth_components)
    set(ARG_FUNCTION hearth::standard_components)
  endif()
  set(HEARTH_TARGET ${ARG_TARGET})
  hearth_split_name(${ARG_FUNCTION})
  get_target_property(types ${ARG_TARGET} HEARTH_TYPES)
  list(SORT types)
  set(HEARTH_DECLARATIONS "")
  set(HEARTH_ENTRIES "")
  foreach(type IN LISTS types)
    string(APPEND HEARTH_DECLARATIONS "ComponentType component_type_${type}();\n")
    string(APPEND HEARTH_ENTRIES "    types.push_back(hearth::component_type_${type}());\n")
  endforeach()
  if(ARG_WITH_STANDARD)
    target_link_libraries(${ARG_TARGET} PUBLIC hearth::components)
    string(APPEND HEARTH_DECLARATIONS "const Registry& standard_components();\n")
    string(APPEND HEARTH_ENTRIES
      "    const hearth::Registry own(types);\n"
      "    for (const auto& [name, type] : hearth::standard_components().types()) {\n"
      "      if (own.find(name) == nullptr) types.push_back(type);\n"
      "    }\n")
  endif()
  set(unit ${CMAKE_CURRENT_BINARY_DIR}/${HEARTH_FUNCTION}.cpp)
  configure_file(${HEARTH_COMPONENT_TEMPLATES}/component_registry.cpp.in ${unit} @ONLY)
  target_sources(${ARG_TARGET} PRIVATE ${unit})
endfunction()

# Parts `a::b::f` into the lines around a function of namespace a::b, and f.
function(hearth_split_name name)
  string(REGEX REPLACE "^.*::" "" function ${name})
  set(HEARTH_FUNCTION ${function} PARENT_SCOPE)
  set(HEARTH_NAMESPACE "" PARENT_SCOPE)
  set(HEARTH_NAMESPACE_END "" PARENT_SCOPE)
  if(name MATCHES "^(.+)::[^:]+$")
    set(HEARTH_NAMESPACE "namespace ${CMAKE_MATCH_1} {" PARENT_SCOPE)
    set(HEARTH_NAMESPACE_END "}  // namespace ${CMAKE_MATCH_1}" PARENT_SCOPE)
  endif()
endfunction()
