// Packed log-priors are unpacked as they were, in no more bytes than they took.
#include "check.hpp"
#include "log_prior.hpp"
#include "packed_priors.hpp"

namespace priors_test {

using namespace tengen;
using test::check;

std::size_t packs(const std::vector<std::int16_t>& codes) {
  PriorPacker packer;
  const int count = static_cast<int>(codes.size());
  const PackedPriors& packed = *packer.pack(codes.data(), count);
  std::vector<std::int16_t> again(codes.size());
  packed.unpack(count, again.data());
  check(again == codes, "nothing is lost");
  check(packed.bytes <= sizeof packed + (codes.size() + 1) / 2 * 4, "nothing grows");
  return packed.bytes;
}

const test::Test kTest("priors", [] {
  Rng rng(4);
  const int most = LogPrior::encode(1e9f);
  for (const int count : {1, 2, 3, 7, 8, 31, 32, 33, 225, 362, 1024}) {
    std::vector<std::int16_t> codes(static_cast<std::size_t>(count));
    for (const int equal : {0, 5545, most}) {
      std::fill(codes.begin(), codes.end(), static_cast<std::int16_t>(equal));
      check(packs(codes) == sizeof(PackedPriors), "equal priors take no memory");
    }
    // From all but equal to all over, and now and then one far away.
    for (double spread = 0.001; spread < 20; spread *= 1.5)
      for (const double far : {0.0, 0.03, 0.5}) {
        for (auto& code : codes) {
          const double log = rng.uniform() < far ? 60 * rng.uniform() : 6 + spread * rng.normal();
          code = LogPrior::encode(static_cast<float>(log));
        }
        packs(codes);
      }
    for (auto& code : codes) code = static_cast<std::int16_t>(rng.below(2) * most);
    packs(codes);
  }
  // Those of nets spread by 1.8: standard deviation of the shipped ones' logits, Gomoku 15x15.
  std::vector<std::int16_t> codes(225);
  for (auto& code : codes) code = LogPrior::encode(static_cast<float>(6.5 + 1.8 * rng.normal()));
  check(packs(codes) < 400, "a net's take 12 % less at least");
});

}  // namespace priors_test
