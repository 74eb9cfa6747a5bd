// Memory that is to be read soon, asked for in time: the processor goes on meanwhile.
#pragma once

namespace tengen {

inline void prefetch([[maybe_unused]] const void* memory) {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(memory);
#endif
}

}  // namespace tengen
