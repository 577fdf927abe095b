# One INTERFACE target carries the standard, warnings, hardening and definitions; every target of
# ours links it.
add_library(countersign_options INTERFACE)
target_compile_features(countersign_options INTERFACE cxx_std_20)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

target_compile_options(countersign_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wold-style-cast
  -Wcast-qual -Wformat=2 -Wimplicit-fallthrough
  $<$<BOOL:${COUNTERSIGN_WERROR}>:-Werror>
  # Optimising, GCC 12 warns falsely of the insides of std::optional.
  $<$<AND:$<NOT:$<CONFIG:Debug>>,$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-maybe-uninitialized>
  -fstack-protector-strong)
if(COUNTERSIGN_SANITIZER STREQUAL "")
  target_compile_options(countersign_options INTERFACE
    $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-clash-protection>)
  target_link_options(countersign_options INTERFACE -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
elseif(COUNTERSIGN_SANITIZER STREQUAL "address")
  target_compile_options(countersign_options INTERFACE
    -fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  target_link_options(countersign_options INTERFACE -fsanitize=address,undefined)
elseif(COUNTERSIGN_SANITIZER STREQUAL "thread")
  # GCC's -Wtsan warns of std::atomic_thread_fence in libstdc++'s own headers.
  target_compile_options(countersign_options INTERFACE -fsanitize=thread -fno-omit-frame-pointer -Wno-tsan)
  target_link_options(countersign_options INTERFACE -fsanitize=thread)
else()
  message(FATAL_ERROR "COUNTERSIGN_SANITIZER must be empty, 'address' or 'thread'")
endif()

target_compile_definitions(countersign_options INTERFACE
  QT_NO_KEYWORDS QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_CAST_FROM_BYTEARRAY
  QT_NO_URL_CAST_FROM_STRING QT_NO_NARROWING_CONVERSIONS_IN_CONNECT QT_NO_FOREACH
  QT_USE_QSTRINGBUILDER QT_DISABLE_DEPRECATED_BEFORE=0x060400)

# Edge counters for libFuzzer in everything; its main() comes in with the fuzzers only.
if(COUNTERSIGN_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "COUNTERSIGN_FUZZ needs clang, for libFuzzer: use the preset 'fuzz'")
  endif()
  target_compile_options(countersign_options INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(countersign_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
