# Use ccache when it is there; the settings let a clone in another folder reuse the cache.
find_program(COUNTERSIGN_CCACHE ccache)
mark_as_advanced(COUNTERSIGN_CCACHE)
if(COUNTERSIGN_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND};-E;env;CCACHE_BASEDIR=${CMAKE_SOURCE_DIR};CCACHE_NOHASHDIR=1;CCACHE_SLOPPINESS=include_file_ctime,include_file_mtime,pch_defines,time_macros;${COUNTERSIGN_CCACHE}")
endif()
