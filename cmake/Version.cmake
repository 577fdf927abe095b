# "base/version.h": the version in one place, without a definition that rebuilds everything.
configure_file("${CMAKE_CURRENT_LIST_DIR}/version.h.in" "${CMAKE_BINARY_DIR}/generated/base/version.h" @ONLY)
target_include_directories(countersign_options INTERFACE "${CMAKE_BINARY_DIR}/generated")
