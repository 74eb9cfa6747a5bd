// Memory for large tables that are read all over: in large pages where the system has them, because
// to find a small one's place in memory takes longer than to read it.
#pragma once
#include <cstddef>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace tengen {

template <class T>
struct HugePages {
  using value_type = T;

  HugePages() = default;
  template <class U>
  HugePages(const HugePages<U>&) {}
  bool operator==(const HugePages&) const = default;

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    void* memory = ::operator new(bytes, alignment(count));
#ifdef __linux__
    // Advice: without it all works as well, more slowly.
    if (bytes >= kPage) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) { ::operator delete(memory, alignment(count)); }

 private:
  static constexpr std::size_t kPage = std::size_t{2} << 20;

  static std::align_val_t alignment(std::size_t count) {
    return std::align_val_t{count * sizeof(T) >= kPage ? kPage : alignof(T)};
  }
};

}  // namespace tengen
