// The net that ships, inside the library, so that no file of it must be found.
#pragma once
#include <charconv>
#include <cstring>
#include <string>
#include <string_view>

#include "draughts/engine/square_net.hpp"

#if defined(TENGEN_DRAUGHTS_NET) && !defined(_MSC_VER)
#if defined(__APPLE__)
#define TENGEN_READ_ONLY ".section __TEXT,__const\n"
#elif defined(_WIN32)
#define TENGEN_READ_ONLY ".section .rdata,\"dr\"\n"
#else
#define TENGEN_READ_ONLY ".section .rodata\n"
#endif
asm(TENGEN_READ_ONLY ".balign 64\ntengen_draughts_net:\n.incbin \"" TENGEN_DRAUGHTS_NET
                     "\"\ntengen_draughts_net_end:\n.text\n");

namespace tengen::draughts::checkerboard {
__attribute__((visibility("hidden"))) extern const char kNetBegin[] asm("tengen_draughts_net");
__attribute__((visibility("hidden"))) extern const char kNetEnd[] asm("tengen_draughts_net_end");
inline std::string_view net_file() {
  return {kNetBegin, static_cast<std::size_t>(kNetEnd - kNetBegin)};
}
}  // namespace tengen::draughts::checkerboard
#else
namespace tengen::draughts::checkerboard {
inline std::string_view net_file() { return {}; }  // positions are judged by hand
}  // namespace tengen::draughts::checkerboard
#endif

namespace tengen::draughts::checkerboard {

// A file as weights/nnue.py has it: safetensors with the arrays of the net. It was proven when the
// library was built; what is not found in it leaves the net empty.
class NetReader {
 public:
  explicit NetReader(std::string_view file) {
    std::uint64_t length = 0;
    if (file.size() < sizeof length) return;
    std::memcpy(&length, file.data(), sizeof length);
    if (length > file.size() - sizeof length) return;
    header_ = file.substr(sizeof length, static_cast<std::size_t>(length));
    numbers_ = file.substr(sizeof length + header_.size());
  }

  SquareNet read() const {
    if (header_.empty()) return {};
    return SquareNet(SquareNetArrays{array<std::int16_t>("rows"), array<std::int16_t>("bias"),
                                     array<std::int8_t>("first"), array<std::int8_t>("second"),
                                     array<std::int32_t>("first_bias"),
                                     array<std::int32_t>("second_bias"), array<std::int16_t>("out"),
                                     array<std::int32_t>("out_bias")});
  }

 private:
  // The numbers begin at a multiple of eight bytes, and arrays of wider numbers at one of theirs.
  template <class Number>
  std::span<const Number> array(const std::string& name) const {
    std::size_t at = header_.find("\"" + name + "\":{");
    at = header_.find("\"data_offsets\":[", at);
    if (at == header_.npos) return {};
    std::size_t begin = 0, end = 0;
    const char* text = header_.data() + at + std::strlen("\"data_offsets\":[");
    const char* last = header_.data() + header_.size();
    text = std::from_chars(text, last, begin).ptr;
    if (text != last) std::from_chars(text + 1, last, end);
    if (end < begin || end > numbers_.size()) return {};
    return {reinterpret_cast<const Number*>(numbers_.data() + begin),
            (end - begin) / sizeof(Number)};
  }

  std::string_view header_, numbers_;
};

}  // namespace tengen::draughts::checkerboard
