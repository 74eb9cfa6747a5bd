// Memory that is read all over: the processor waits for many lines at once while nothing depends on
// them, and looks up their pages too. To prefetch them took nearly twice as long as to read them.
#pragma once
#include <cstddef>

namespace tengen::draws {

constexpr std::size_t kLine = 64;  // bytes of a cache line

// Reads a byte of each cache line of so many bytes, at least one.
inline void touch(const void* first, std::size_t bytes) {
  const auto* at = static_cast<const volatile unsigned char*>(first);
  for (std::size_t i = 0; i < bytes; i += kLine) (void)at[i];
  (void)at[bytes - 1];
}

}  // namespace tengen::draws
