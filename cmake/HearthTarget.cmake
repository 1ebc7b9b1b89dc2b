# The build folder contains one link, include/hearth -> source root, so that includes are written as
# "hearth/<folder>/<file>.hpp", both in the tree and after installation.
set(HEARTH_INCLUDE_DIR ${PROJECT_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${HEARTH_INCLUDE_DIR})
file(CREATE_LINK ${PROJECT_SOURCE_DIR} ${HEARTH_INCLUDE_DIR}/hearth SYMBOLIC)

# Compile options of Hearth's own sources. -Wrestrict causes false alarms of g++ 12 in std::string
# (GCC 105651). In contrast to g++, clang warns of changes of sign for indices of type int. g++ compiles a
# tenth faster, with a quarter more memory, if it begins to collect garbage at 1 GB.
add_library(hearth_private_options INTERFACE)
target_compile_options(hearth_private_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion
                       -Wno-psabi $<$<BOOL:${HEARTH_WERROR}>:-Werror>
                       $<IF:$<CXX_COMPILER_ID:GNU>,-Wno-restrict;--param=ggc-min-heapsize=1000000,-Wno-sign-conversion;-Wno-missing-braces;-Wno-overlength-strings>)

# For folders without loops over numbers: -O3 takes a tenth longer to compile and gains nothing.
set(HEARTH_OPTIMISE_LESS $<$<CONFIG:Release>:-O2>)

# Options for all code that includes Hearth's headers: bit-identical arithmetic for all scalars, and
# the same alignment of Jets on every machine.
add_library(hearth_options INTERFACE)
add_library(hearth::options ALIAS hearth_options)
target_compile_features(hearth_options INTERFACE cxx_std_20)
target_compile_options(hearth_options INTERFACE -ffp-contract=off)
target_compile_definitions(hearth_options INTERFACE EIGEN_MAX_ALIGN_BYTES=16)
set_target_properties(hearth_options PROPERTIES EXPORT_NAME options)
if(HEARTH_SANITIZE)
  target_compile_options(hearth_private_options INTERFACE -fsanitize=${HEARTH_SANITIZE}
                         -fno-omit-frame-pointer)
  target_link_options(hearth_private_options INTERFACE -fsanitize=${HEARTH_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # FMUs are called through types of C that their own compilers never see.
    target_compile_options(hearth_private_options INTERFACE -fno-sanitize=function)
    # g++ defines these automatically.
    foreach(sanitizer address thread)
      string(TOUPPER ${sanitizer} macro)
      if(HEARTH_SANITIZE MATCHES ${sanitizer})
        target_compile_definitions(hearth_private_options INTERFACE __SANITIZE_${macro}__=1)
      endif()
    endforeach()
  endif()
endif()
if(HEARTH_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "HEARTH_FUZZ needs clang: CXX=clang++")
  endif()
  target_compile_options(hearth_private_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# hearth_unite(<target> [APART <regex>] <source>...): compiles neighbouring sources of one folder
# together, up to HEARTH_UNITE_BYTES at a time. A small unit takes most of its time for headers and
# the templates that they instantiate, which neighbours share. Sources that match the expression are
# compiled separately, those of each folder together, so that a program that links the library
# includes them only if it uses them. HEARTH_UNITE=OFF compiles each source separately.
option(HEARTH_UNITE "Compile neighbouring sources together" ON)
set(HEARTH_UNITE_BYTES 90000 CACHE STRING
    "Most bytes of sources that are compiled together: more is faster as a whole, and slower after a change")
function(hearth_unite target)
  cmake_parse_arguments(ARG "" "APART" "" ${ARGN})
  if(NOT HEARTH_UNITE)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  set(last "")
  set(number 0)
  set(bytes 0)
  math(EXPR enough "5 * ${HEARTH_UNITE_BYTES} / 9")  # not to begin with another folder
  foreach(source IN LISTS ARG_UNPARSED_ARGUMENTS)
    get_filename_component(folder ${source} DIRECTORY)
    if(ARG_APART AND source MATCHES "${ARG_APART}")
      get_filename_component(group ${folder} NAME)
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP apart_${group})
      continue()
    endif()
    file(SIZE ${source} size)
    math(EXPR bytes "${bytes} + ${size}")
    if(bytes GREATER HEARTH_UNITE_BYTES OR (NOT folder STREQUAL last AND bytes GREATER enough))
      math(EXPR number "${number} + 1")
      set(bytes ${size})
    endif()
    set(last ${folder})
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${number})
  endforeach()
endfunction()

# Headers of other libraries that many sources include.
set(HEARTH_SHARED_HEADERS <algorithm> <array> <chrono> <cmath> <filesystem> <fstream> <functional>
    <iostream> <map> <memory> <mutex> <optional> <set> <sstream> <string> <thread> <unordered_map>
    <variant> <vector> <Eigen/Dense> <nlohmann/json.hpp>)

# hearth_precompile(<target>): compiles headers of other libraries once for the target. clang saves a
# fifth to a quarter of the time of a library. g++ would save no more than it takes to compile them.
function(hearth_precompile target)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_precompile_headers(${target} PRIVATE ${HEARTH_SHARED_HEADERS})
  endif()
endfunction()

# hearth_check_headers(<folder> <header>...): adds to the target hearth_headers one source for each
# installed header, which includes nothing else, with what the library gives to its users.
add_custom_target(hearth_headers)
function(hearth_check_headers folder)
  set(sources "")
  foreach(header IN LISTS ARGN)
    set(source ${PROJECT_BINARY_DIR}/headers/${folder}/${header}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "#include \"hearth/${folder}/${header}\"\n")
    list(APPEND sources ${source})
  endforeach()
  add_library(hearth_${folder}_headers OBJECT EXCLUDE_FROM_ALL ${sources})
  target_link_libraries(hearth_${folder}_headers PRIVATE hearth_${folder} hearth_private_options)
  target_compile_options(hearth_${folder}_headers PRIVATE -O0)
  add_dependencies(hearth_headers hearth_${folder}_headers)
endfunction()

# hearth_library(<folder> [EXCLUDE <regex>] [APART <regex>] PUBLIC libs PRIVATE libs): makes
# hearth_<folder>, alias hearth::<folder>, from all sources in the subfolders of the folder. Headers
# are installed, except those in a folder `internal`, which only the library itself includes. APART
# is that of hearth_unite.
function(hearth_library folder)
  cmake_parse_arguments(ARG "" "EXCLUDE;APART" "PUBLIC;PRIVATE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}
       ${CMAKE_CURRENT_SOURCE_DIR}/*.hpp)
  if(ARG_EXCLUDE)
    list(FILTER sources EXCLUDE REGEX "${ARG_EXCLUDE}")
    list(FILTER headers EXCLUDE REGEX "${ARG_EXCLUDE}")
  endif()
  list(FILTER headers EXCLUDE REGEX "(^|/)internal/")
  add_library(hearth_${folder} STATIC ${sources})
  add_library(hearth::${folder} ALIAS hearth_${folder})
  hearth_unite(hearth_${folder} APART "${ARG_APART}" ${sources})
  hearth_precompile(hearth_${folder})
  set_target_properties(hearth_${folder} PROPERTIES EXPORT_NAME ${folder}
                        POSITION_INDEPENDENT_CODE ON)
  target_include_directories(hearth_${folder} PUBLIC $<BUILD_INTERFACE:${HEARTH_INCLUDE_DIR}>
                             $<INSTALL_INTERFACE:include>)
  target_link_libraries(hearth_${folder} PUBLIC hearth::options ${ARG_PUBLIC}
                        PRIVATE $<BUILD_INTERFACE:hearth_private_options> ${ARG_PRIVATE})
  set_property(TARGET hearth_${folder} PROPERTY HEARTH_HEADERS ${headers})
  hearth_check_headers(${folder} ${headers})
  set_property(GLOBAL APPEND PROPERTY HEARTH_LIBRARIES ${folder})
endfunction()

# hearth_interface_version(): writes hearth_interface.hpp, which identifies the state of the public
# headers of the framework and the components.
function(hearth_interface_version)
  set(headers "")
  foreach(folder framework components)
    get_target_property(names hearth_${folder} HEARTH_HEADERS)
    list(TRANSFORM names PREPEND ${PROJECT_SOURCE_DIR}/${folder}/)
    list(APPEND headers ${names})
  endforeach()
  set(output ${HEARTH_INCLUDE_DIR}/hearth_interface.hpp)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DVERSION=${PROJECT_VERSION} "-DFILES=${headers}"
            -P ${PROJECT_SOURCE_DIR}/cmake/InterfaceVersion.cmake
    DEPENDS ${headers} ${PROJECT_SOURCE_DIR}/cmake/InterfaceVersion.cmake
    COMMENT "Hashing the public headers" VERBATIM)
  target_sources(hearth_components PRIVATE ${output})
endfunction()

# hearth_hosts_plugins(<program>): allows plug-ins to use the parts of Hearth in the program, which
# include the whole framework and all components.
function(hearth_hosts_plugins target)
  target_link_libraries(${target} PRIVATE
    -Wl,--whole-archive $<TARGET_FILE:hearth_framework> $<TARGET_FILE:hearth_components>
    -Wl,--no-whole-archive)
  set(names ${PROJECT_SOURCE_DIR}/cmake/exported_names.txt)
  target_link_options(${target} PRIVATE -Wl,--dynamic-list=${names})
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${names})
endfunction()
