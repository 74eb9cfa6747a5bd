// What a game must offer so that every search and every binding works for it.
#pragma once
#include <concepts>
#include <cstdint>
#include <string>

#include "random.hpp"

namespace tengen {

struct Shape {
  int channels, height, width;
  int size() const { return channels * height * width; }
};

// A position is a value. Players are 0 and 1; "no one" and "none" are -1.
// `play` only asserts that the action is legal: whoever lets moves in checks `is_legal`.
template <class S>
concept GameState =
    std::copyable<S> && requires(const S state, S changing, int action, std::int32_t* actions,
                                 float* planes, std::int8_t* board, Rng rng) {
      typename S::Rules;
      requires std::constructible_from<S, typename S::Rules>;
      { S::kMaxActions } -> std::convertible_to<int>;  // bound over all settings
      { state.rules() } -> std::convertible_to<typename S::Rules>;
      { state.rules().num_actions() } -> std::same_as<int>;
      { state.rules().planes_shape() } -> std::same_as<Shape>;
      { state.to_play() } -> std::same_as<int>;
      { state.ply() } -> std::same_as<int>;
      { state.last_action() } -> std::same_as<int>;  // -1 at the start
      { state.is_over() } -> std::same_as<bool>;
      { state.winner() } -> std::same_as<int>;                // -1: nobody (yet)
      { state.is_legal(action) } -> std::same_as<bool>;       // any int; false once over
      { state.legal_actions(actions) } -> std::same_as<int>;  // ascending; returns how many
      { state.hash() } -> std::same_as<std::uint64_t>;        // of all that `planes` shows
      { state.winning_points(actions) } -> std::same_as<int>;
      { changing.play(action) };
      { state.planes(planes) };                     // [C, H, W], side to move first
      { state.board(board) };                       // [H, W], 0 empty, player + 1
      { state.playout(rng) } -> std::same_as<int>;  // winner of a uniformly random game
      { state == state } -> std::same_as<bool>;
      { state.rules() == state.rules() } -> std::same_as<bool>;
    };

// Optional: whether the side to move can end the game in its favour with one action.
template <class S>
concept SeesWins = requires(const S state) {
  { state.wins_at_once() } -> std::same_as<bool>;
};

// Optional: the legal actions less those no sensible player considers, ascending.
template <class S>
concept HasSense = requires(const S state, std::int32_t* actions) {
  { state.sensible_actions(actions) } -> std::same_as<int>;
};

// A result that is known for certain, and the actions or moves until it.
struct Known {
  static constexpr int kUnknown = -2;
  int winner = kUnknown;  // 0, 1, -1 for a draw
  int plies = 0;
};

// Optional: results from endgame tables.
template <class S>
concept KnowsResult = requires(const S state) {
  { state.known() } -> std::same_as<Known>;
};

// Optional: points of the board end up as somebody's, and the larger number wins. Twice the points
// by which the first player is ahead as the board stands, and twice what the second one is given.
template <class S>
concept CountsPoints = requires(const S state) {
  { state.lead() } -> std::same_as<int>;
  { state.rules().half_points } -> std::convertible_to<int>;
};

}  // namespace tengen
