# What Countersign links, on Debian 12 (Qt 6.4) and Debian 13 (Qt 6.8). See scripts/setup.

# The private prefix that scripts/setup fills on Debian 12.
if(DEFINED ENV{COUNTERSIGN_DEPS_DIR})
  set(_deps "$ENV{COUNTERSIGN_DEPS_DIR}")
elseif(DEFINED ENV{XDG_CACHE_HOME} AND NOT "$ENV{XDG_CACHE_HOME}" STREQUAL "")
  set(_deps "$ENV{XDG_CACHE_HOME}/countersign/deps")
else()
  set(_deps "$ENV{HOME}/.cache/countersign/deps")
endif()
set(COUNTERSIGN_DEPS_DIR "${_deps}" CACHE PATH "Folder that scripts/setup filled")
if(EXISTS "${COUNTERSIGN_DEPS_DIR}/current/.complete")
  list(APPEND CMAKE_PREFIX_PATH "${COUNTERSIGN_DEPS_DIR}/current")
  # One RUNPATH for build and installation. Otherwise CMake pads the build's with empty elements, to
  # overwrite it when installing; the loader reads an empty element as the working folder, and a
  # library planted in an untrusted project would be loaded.
  set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
  set(CMAKE_INSTALL_RPATH "${COUNTERSIGN_DEPS_DIR}/current/lib")
endif()

find_package(Qt6 6.4 REQUIRED COMPONENTS Core DBus Gui Widgets Network Sql Svg LinguistTools)
find_package(Qt6Keychain 0.13 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(GIT2 REQUIRED IMPORTED_TARGET libgit2>=1.5)
pkg_check_modules(MD4C REQUIRED IMPORTED_TARGET md4c>=0.4.8)
pkg_check_modules(ICU REQUIRED IMPORTED_TARGET icu-uc>=72)
pkg_check_modules(UCHARDET REQUIRED IMPORTED_TARGET uchardet>=0.0.7)
find_package(LibXml2 2.9 REQUIRED)
find_package(ZLIB 1.2 REQUIRED)
find_package(Threads REQUIRED)
find_package(tl-expected 1.0 REQUIRED)

# KF6 where it is packaged; else KF5's last release built for Qt 6. Same headers, same namespace.
find_package(KF6SyntaxHighlighting 6.13 QUIET)
if(KF6SyntaxHighlighting_FOUND)
  set(COUNTERSIGN_SYNTAX_TARGET KF6::SyntaxHighlighting)
  set(COUNTERSIGN_BUNDLE_SYNTAX OFF)
else()
  find_package(KF5SyntaxHighlighting 5.116 QUIET)
  if(NOT KF5SyntaxHighlighting_FOUND)
    message(FATAL_ERROR "KSyntaxHighlighting for Qt 6 was not found: run scripts/setup first")
  endif()
  get_target_property(_links KF5::SyntaxHighlighting INTERFACE_LINK_LIBRARIES)
  if(NOT "Qt6::Gui" IN_LIST _links)
    message(FATAL_ERROR "the KF5SyntaxHighlighting found is built for Qt 5: run scripts/setup first")
  endif()
  set(COUNTERSIGN_SYNTAX_TARGET KF5::SyntaxHighlighting)
  set(COUNTERSIGN_BUNDLE_SYNTAX ON)      # the package must carry this one library
endif()
add_library(countersign_syntax INTERFACE)
target_link_libraries(countersign_syntax INTERFACE ${COUNTERSIGN_SYNTAX_TARGET})
