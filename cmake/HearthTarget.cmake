# The build folder holds one link, include/hearth -> source root, so that includes are spelled
# "hearth/<folder>/<file>.hpp" in the tree exactly as after installation.
set(HEARTH_INCLUDE_DIR ${PROJECT_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${HEARTH_INCLUDE_DIR})
file(CREATE_LINK ${PROJECT_SOURCE_DIR} ${HEARTH_INCLUDE_DIR}/hearth SYMBOLIC)

# Compile options of Hearth's own sources. -Wrestrict: false alarms of g++ 12 in std::string (GCC 105651).
add_library(hearth_private_options INTERFACE)
target_compile_options(hearth_private_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion
                       -Wno-psabi -Wno-restrict $<$<BOOL:${HEARTH_WERROR}>:-Werror>)

# Options that everything sharing Hearth's headers needs: bit-identical arithmetic for all scalars
# and one alignment for Jets, whatever the machine.
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
endif()
if(HEARTH_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "HEARTH_FUZZ needs clang: CXX=clang++")
  endif()
  target_compile_options(hearth_private_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# hearth_library(<folder> SOURCES a.cpp ... HEADERS a.hpp ... PUBLIC libs PRIVATE libs)
# makes hearth_<folder>, alias hearth::<folder>.
function(hearth_library folder)
  cmake_parse_arguments(ARG "" "" "SOURCES;HEADERS;PUBLIC;PRIVATE" ${ARGN})
  add_library(hearth_${folder} STATIC ${ARG_SOURCES})
  add_library(hearth::${folder} ALIAS hearth_${folder})
  set_target_properties(hearth_${folder} PROPERTIES EXPORT_NAME ${folder}
                        POSITION_INDEPENDENT_CODE ON)
  target_include_directories(hearth_${folder} PUBLIC $<BUILD_INTERFACE:${HEARTH_INCLUDE_DIR}>
                             $<INSTALL_INTERFACE:include>)
  target_link_libraries(hearth_${folder} PUBLIC hearth::options ${ARG_PUBLIC}
                        PRIVATE $<BUILD_INTERFACE:hearth_private_options> ${ARG_PRIVATE})
  set_property(TARGET hearth_${folder} PROPERTY HEARTH_HEADERS ${ARG_HEADERS})
  set_property(GLOBAL APPEND PROPERTY HEARTH_LIBRARIES ${folder})
endfunction()
