# Component types, in Hearth and in projects that use it:
#
#     find_package(hearth REQUIRED)
#     add_library(plant STATIC)
#     hearth_component(plant::Tank tank.hpp TARGET plant)
#     hearth_component_registry(TARGET plant FUNCTION plant::components WITH_STANDARD)
#
# or, for the command `hearth --plugin libplant.so`:
#
#     hearth_plugin(plant plant::Tank tank.hpp)

# hearth_component(<Type> <header> [TARGET <library>]): one line per component type. Adds the type,
# instantiated for every scalar, to the registry of the library. In model files, the name of a type
# is the last part of its C++ name, here `Tank`. Without TARGET: Hearth's own library.
function(hearth_component type header)
  cmake_parse_arguments(ARG "" "TARGET" "" ${ARGN})
  string(REGEX REPLACE "^.*::" "" name ${type})
  if(ARG_TARGET)
    set(target ${ARG_TARGET})
    string(MAKE_C_IDENTIFIER ${target}_${name} id)
    get_filename_component(include ${header} ABSOLUTE)
    get_target_property(plugin ${target} HEARTH_PLUGIN)
    if(NOT plugin)
      target_link_libraries(${target} PUBLIC hearth::framework)
    endif()
  else()
    set(target hearth_components)
    set(id ${name})
    set(include hearth/components/${header})
  endif()
  set_property(TARGET ${target} APPEND PROPERTY HEARTH_TYPES ${id})
  set_property(TARGET ${target} APPEND PROPERTY HEARTH_BOUND "${id}|${type}|${name}|${include}")
endfunction()

# Writes the translation units that instantiate the types of a library, with five types each: they
# share the templates of the framework, and a changed header causes only few types to be compiled
# again.
function(hearth_component_units target)
  get_property(bound TARGET ${target} PROPERTY HEARTH_BOUND)
  set(HEARTH_INCLUDES "")
  set(HEARTH_TYPES "")
  set(count 0)
  set(unit 0)
  list(LENGTH bound left)
  foreach(entry IN LISTS bound)
    string(REPLACE "|" ";" parts "${entry}")
    list(GET parts 0 id)
    list(GET parts 1 type)
    list(GET parts 2 name)
    list(GET parts 3 include)
    string(APPEND HEARTH_INCLUDES "#include \"${include}\"\n")
    string(APPEND HEARTH_TYPES
      "ComponentType component_type_${id}() { return bind<${type}>(\"${name}\"); }\n")
    math(EXPR count "${count} + 1")
    math(EXPR left "${left} - 1")
    if(count EQUAL 5 OR left EQUAL 0)
      math(EXPR unit "${unit} + 1")
      set(file ${CMAKE_CURRENT_BINARY_DIR}/${target}_types_${unit}.cpp)
      configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/component_types.cpp.in ${file} @ONLY)
      # g++ stops inlining when a unit has grown by 40 %, which happens with five types per unit.
      # Jets would then be a third slower than with one type per unit. The second limit lets the
      # functions of a large type be inlined into its step, which then does not store its roles.
      if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
        set_source_files_properties(${file} TARGET_DIRECTORY ${target}
          PROPERTIES COMPILE_OPTIONS "--param=inline-unit-growth=1000;--param=max-inline-insns-single=1000")
      endif()
      target_sources(${target} PRIVATE ${file})
      set(HEARTH_INCLUDES "")
      set(HEARTH_TYPES "")
      set(count 0)
    endif()
  endforeach()
endfunction()

# hearth_component_type(<function> [TARGET <library>]): one line per type that is not a template.
# Adds the result of `hearth::ComponentType <function>()` to the registry of the library.
function(hearth_component_type function)
  cmake_parse_arguments(ARG "" "TARGET" "" ${ARGN})
  if(NOT ARG_TARGET)
    set(ARG_TARGET hearth_components)
  endif()
  set_property(TARGET ${ARG_TARGET} APPEND PROPERTY HEARTH_TYPE_FUNCTIONS ${function})
endfunction()

# hearth_component_registry([TARGET <library>] [FUNCTION <name>] [WITH_STANDARD]): must follow the
# last hearth_component or hearth_component_type of a library. Writes `const hearth::Registry&
# <name>()`, which the library declares in one of its headers. WITH_STANDARD adds Hearth's types,
# except those whose names are already in use.
function(hearth_component_registry)
  cmake_parse_arguments(ARG "WITH_STANDARD" "TARGET;FUNCTION" "" ${ARGN})
  if(NOT ARG_TARGET)
    set(ARG_TARGET hearth_components)
    set(ARG_FUNCTION hearth::standard_components)
  endif()
  set(HEARTH_TARGET ${ARG_TARGET})
  hearth_component_units(${ARG_TARGET})
  get_property(functions TARGET ${ARG_TARGET} PROPERTY HEARTH_TYPE_FUNCTIONS)
  hearth_registry_entries(${ARG_TARGET})
  set(HEARTH_TYPE_FUNCTIONS "")
  foreach(function IN LISTS functions)
    hearth_split_name(${function})
    string(APPEND HEARTH_TYPE_FUNCTIONS "${HEARTH_NAMESPACE}\n"
      "hearth::ComponentType ${HEARTH_FUNCTION}();\n${HEARTH_NAMESPACE_END}\n")
    string(APPEND HEARTH_ENTRIES "    types.push_back(${function}());\n")
  endforeach()
  hearth_split_name(${ARG_FUNCTION})
  set(HEARTH_MAKE hearth::Registry)
  if(ARG_WITH_STANDARD)
    target_link_libraries(${ARG_TARGET} PUBLIC hearth::components)
    string(APPEND HEARTH_DECLARATIONS
      "Registry with_standard_components(std::vector<ComponentType> own);\n")
    set(HEARTH_MAKE hearth::with_standard_components)
  endif()
  set(unit ${CMAKE_CURRENT_BINARY_DIR}/${HEARTH_FUNCTION}.cpp)
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/component_registry.cpp.in ${unit} @ONLY)
  target_sources(${ARG_TARGET} PRIVATE ${unit})
endfunction()

# Returns the lines that declare the types of a library, and those that add them to `types`.
function(hearth_registry_entries target)
  get_property(types TARGET ${target} PROPERTY HEARTH_TYPES)
  list(SORT types)
  set(declarations "")
  set(entries "")
  foreach(type IN LISTS types)
    string(APPEND declarations "ComponentType component_type_${type}();\n")
    string(APPEND entries "    types.push_back(hearth::component_type_${type}());\n")
  endforeach()
  set(HEARTH_DECLARATIONS "${declarations}" PARENT_SCOPE)
  set(HEARTH_ENTRIES "${entries}" PARENT_SCOPE)
endfunction()

# hearth_plugin(<name> <Type> <header> [<Type> <header>...]): makes the plug-in lib<name>.so with
# component types, for `hearth --plugin`. Further sources and libraries are added by target_sources
# and target_link_libraries. The plug-in does not link Hearth's libraries: it uses those of the
# program that loads it, so that nothing exists twice.
function(hearth_plugin name)
  if(ARGC LESS 3)
    message(FATAL_ERROR "hearth_plugin(${name} <Type> <header>...): name at least one type")
  endif()
  add_library(${name} MODULE)
  set_target_properties(${name} PROPERTIES HEARTH_PLUGIN ON PREFIX lib SUFFIX .so)
  target_compile_features(${name} PRIVATE cxx_std_20)
  target_include_directories(${name} SYSTEM PRIVATE
    $<TARGET_PROPERTY:hearth::framework,INTERFACE_INCLUDE_DIRECTORIES>
    $<TARGET_PROPERTY:Ceres::ceres,INTERFACE_INCLUDE_DIRECTORIES>
    $<TARGET_PROPERTY:Eigen3::Eigen,INTERFACE_INCLUDE_DIRECTORIES>
    $<TARGET_PROPERTY:Boost::headers,INTERFACE_INCLUDE_DIRECTORIES>)
  target_link_libraries(${name} PRIVATE hearth::options)
  target_compile_options(${name} PRIVATE -Wno-psabi)
  # Equal names in two plug-ins are not shared between them.
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(${name} PRIVATE -fno-gnu-unique)
  endif()
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    target_compile_options(${name} PRIVATE -O3)
  endif()
  set(types ${ARGN})
  while(types)
    list(POP_FRONT types type header)
    if(NOT header)
      message(FATAL_ERROR "hearth_plugin(${name}): the header of ${type} is missing")
    endif()
    hearth_component(${type} ${header} TARGET ${name})
  endwhile()
  hearth_component_units(${name})
  set(HEARTH_TARGET ${name})
  hearth_registry_entries(${name})
  set(unit ${CMAKE_CURRENT_BINARY_DIR}/${name}_plugin.cpp)
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/component_plugin.cpp.in ${unit} @ONLY)
  target_sources(${name} PRIVATE ${unit})
endfunction()

# Splits `a::b::f` into the lines around a function of the namespace a::b, and f.
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
