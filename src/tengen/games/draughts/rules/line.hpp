// Moves as people write them, "11-15 23x14": hops joined to whole moves, read and written by the
// position they are played from.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ways.hpp"

namespace tengen::draughts {

// The squares of one written move, from 0.
struct Word {
  static constexpr int kMost = Way::kLongest + 1;
  std::array<std::int8_t, kMost> squares;
  int size = 0;

  // Reads "11-15", "11x18x25"; false when it is something else.
  bool read(std::string_view text);
  // Whether it names the way: its ends, and squares between them in their order.
  bool names(const Way& way) const;
  // Whether it is the way, square by square.
  bool spells(const Way& way) const {
    return size == way.hops + 1 &&
           std::equal(squares.begin(), squares.begin() + size, way.squares.begin());
  }

 private:
  static int read_square(std::string_view& text);
};

// Takes the number at the front of `text`; -1 when there is none of a square.
inline int Word::read_square(std::string_view& text) {
  const auto is_digit = [&text](std::size_t i) {
    return i < text.size() && text[i] >= '0' && text[i] <= '9';
  };
  if (!is_digit(0)) return -1;
  int number = text[0] - '0';
  if (is_digit(1)) number = 10 * number + text[1] - '0';
  text.remove_prefix(is_digit(1) ? 2 : 1);
  return number <= kSquares ? number - 1 : -1;
}

inline bool Word::read(std::string_view text) {
  for (size = 0; size < kMost;) {
    const int square = read_square(text);
    if (square < 0) return false;
    squares[static_cast<std::size_t>(size++)] = static_cast<std::int8_t>(square);
    if (text.empty()) return size >= 2;
    if (std::string_view("-xX:").find(text[0]) == std::string_view::npos) return false;
    text.remove_prefix(1);
  }
  return false;
}

inline bool Word::names(const Way& way) const {
  if (way.first() != squares[0] || way.last() != squares[static_cast<std::size_t>(size - 1)])
    return false;
  int at = 1;
  for (int i = 1; i < size - 1; ++i, ++at) {
    while (at < way.hops &&
           way.squares[static_cast<std::size_t>(at)] != squares[static_cast<std::size_t>(i)])
      ++at;
    if (at >= way.hops) return false;
  }
  return true;
}

enum class Fault { None, Unreadable, Illegal, Ambiguous };

// Finds the way that `word` names. Where the short form fits several that leave the same
// position, any will do. `unfinished` allows the beginning of a capture, written in full.
inline Fault find_way(const State& state, const Word& word, bool unfinished, Way& found) {
  Position end;
  bool spelled = false, ambiguous = false;
  found.hops = 0;
  Way beginning;
  for_each_way(state, word.squares[0], [&](const Way& way, const Position& after, bool is_whole) {
    if (!is_whole) {
      if (word.spells(way)) beginning = way;
      return;
    }
    if (spelled || !word.names(way)) return;
    spelled = word.spells(way);
    if (spelled) ambiguous = false;
    if (found.hops > 0 && !spelled) {
      ambiguous |= !(after == end);
      return;
    }
    found = way;
    end = after;
  });
  if (ambiguous) return Fault::Ambiguous;
  if (found.hops == 0 && unfinished) found = beginning;
  return found.hops > 0 ? Fault::None : Fault::Illegal;
}

// What was read of a line, as far as it could be played.
struct Line {
  std::vector<std::int32_t> actions;
  std::vector<std::int32_t> ends;  // of each move, counted in actions
  Fault fault = Fault::None;
  std::string fault_word;
  int fault_square = -1;  // its first, from 0
};

// Plays the moves in `text`, separated by blanks or commas, from `state`, which becomes the
// position after them. The last may be the beginning of a capture if `unfinished`.
inline Line read_line(State& state, std::string_view text, bool unfinished) {
  constexpr std::string_view kBetween = " ,\t\r\n\v\f";
  Line line;
  for (std::size_t begin = text.find_first_not_of(kBetween); begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of(kBetween, begin), text.size());
    const std::string_view written = text.substr(begin, end - begin);
    begin = text.find_first_not_of(kBetween, end);
    Word word;
    Way way;
    line.fault = word.read(written) ? find_way(state, word, unfinished && begin >= text.size(), way)
                                    : Fault::Unreadable;
    if (line.fault != Fault::None) {
      line.fault_word = written;
      if (line.fault != Fault::Unreadable) line.fault_square = word.squares[0];
      break;
    }
    for (int i = 0; i < way.hops; ++i) {
      state.play(way.actions[static_cast<std::size_t>(i)]);
      line.actions.push_back(way.actions[static_cast<std::size_t>(i)]);
    }
    line.ends.push_back(static_cast<std::int32_t>(line.actions.size()));
  }
  return line;
}

// Writes a move: its ends, or every square where another way has the same ends or it is broken off.
inline std::string write_way(const State& before, const Way& way, bool is_whole) {
  int same_ends = 0;
  for_each_way(before, way.first(), [&](const Way& other, const Position&, bool other_is_whole) {
    same_ends += other_is_whole && other.last() == way.last();
  });
  std::string text = std::to_string(way.first() + 1);
  const int step = is_whole && same_ends == 1 ? way.hops : 1;
  for (int i = step; i <= way.hops; i += step) {
    text += way.captures ? 'x' : '-';
    text += std::to_string(way.squares[static_cast<std::size_t>(i)] + 1);
  }
  return text;
}

// The names of the moves that `actions`, played from `state`, make up; nothing when one of them is
// not legal.
inline std::optional<std::vector<std::string>> write_line(
    State state, const std::vector<std::int32_t>& actions) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < actions.size();) {
    const State before = state;
    Way way;
    way.captures = state.must_capture();
    way.squares[0] = static_cast<std::int8_t>(square_of_action(actions[i]));
    do {
      if (!state.is_legal(actions[i])) return std::nullopt;
      state.play(actions[i]);
      way.push(actions[i], landing(actions[i], way.captures));
    } while (++i < actions.size() && state.capturing_square() >= 0);
    names.push_back(write_way(before, way, state.capturing_square() < 0));
  }
  return names;
}

}  // namespace tengen::draughts
