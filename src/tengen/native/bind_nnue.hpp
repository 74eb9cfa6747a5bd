// What Python hands to learned evaluations, the same for every game.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <span>
#include <stdexcept>
#include <string>

namespace tengen::nnue {

namespace nb = nanobind;

// Positions [N, bytes] as `nnue_position` gives them.
using StoredPositions = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// The arrays of a net by name.
using Arrays = nb::dict;
inline constexpr auto* kMakeNet =
    "def __init__(self, arrays: dict[str, numpy.typing.NDArray[typing.Any]] | None = None) -> None";

// The array of that name; the dictionary keeps it alive.
template <class T>
std::span<const T> numbers_of(const Arrays& arrays, const char* name) {
  nb::ndarray<const T, nb::c_contig, nb::device::cpu> array;
  if (!arrays.contains(name) || !nb::try_cast(arrays[name], array, false))
    throw std::invalid_argument(std::string("no array ") + name + " of the right type");
  return {array.data(), array.size()};
}

}  // namespace tengen::nnue
