// Gomoku: k stones in a row on a square board, up to 20x20. Rules: freestyle (k or more win),
// standard (exactly k), renju (points forbidden to Black) and caro (a row blocked at both ends
// does not win); freely opened or by swap2. Longer than other headers: one small state, whose
// lines, phases and playouts are read together.
#pragma once
#include <cstring>

#include "game.hpp"
#include "renju.hpp"

namespace tengen::gomoku {

// Stones to start from and the colour that is to place the next one.
struct Setup {
  std::array<Rows, 2> stones{};
  int colour = kBlack;

  auto operator<=>(const Setup&) const = default;
};

struct Rules {
  int size = 15;
  int win_length = 5;
  bool exact = false;  // a longer row does not win
  bool renju = false;  // and Black, who must not make double-threes and such, wins by exactly five
  bool caro = false;   // a row of win_length between two stones of the opponent does not win
  bool swap2 = false;
  const Setup* start = nullptr;  // null: an empty board; kept for ever and one for equal setups

  static constexpr int kChoices = 3, kPhases = 4;
  int points() const { return size * size; }
  int num_actions() const { return points() + (swap2 ? kChoices : 0); }
  Shape planes_shape() const { return {4 + (swap2 ? kPhases : 0), size, size}; }
  // Freestyle: every row wins.
  bool plain() const { return !(exact || renju || caro); }
  bool exact_for(int colour) const { return exact || (renju && colour == kBlack); }
  bool operator==(const Rules&) const = default;
};

// The parts of a swap2 opening, and the game after it.
enum class Phase : std::int8_t { Play, Compose, Choose, Extend, ChooseAgain };

// Colours place stones in turn, Black first. Players 0 and 1 are Black and White, but under swap2
// player 0 places the first three stones of both colours, and then they choose.
class State {
 public:
  using Rules = gomoku::Rules;
  static constexpr int kMaxActions = kMaxSize * kMaxSize + Rules::kChoices;
  // Actions after the points, in the order of their names.
  enum Choice { kTakeWhite, kTakeBlack, kTwoMore };

  explicit State(Rules rules) : rules_(rules) {
    if (rules_.swap2) phase_ = Phase::Compose;
    if (rules_.start != nullptr) set_up(*rules_.start);
  }

  const Rules& rules() const { return rules_; }
  int to_play() const { return player_; }
  int colour() const { return colour_; }  // of the next stone
  Phase phase() const { return phase_; }
  int ply() const { return ply_; }
  int last_action() const { return last_; }
  bool is_over() const { return over_; }
  int winner() const { return winner_; }
  const Lines& lines() const { return lines_; }
  // The last stone is part of the value: nets see it.
  std::uint64_t hash() const {
    const std::uint64_t stones = stones_hash_ ^ mix64(0x10000u + static_cast<unsigned>(last_));
    return rules_.swap2 ? stones ^ mix64(0x20000u + 2u * static_cast<unsigned>(phase_) + swapped_)
                        : stones;
  }
  bool operator==(const State&) const = default;

  bool is_legal(int action) const {
    if (action < 0 || action >= rules_.num_actions() || over_) return false;
    if (action >= rules_.points() || is_choice()) return may_choose(action - rules_.points());
    const int x = action % rules_.size, y = action / rules_.size;
    return ((empties(y) >> x) & 1u) != 0 && !is_forbidden(x, y);
  }

  int legal_actions(std::int32_t* out) const {
    if (over_) return 0;
    if (is_choice()) return list_choices(out);
    if (!rules_.renju || colour_ != kBlack) return list_empties(out);
    const Rows forbidden = forbidden_rows();
    return list_points(out, [&](int y) { return empties(y) & ~forbidden[index(y)]; });
  }

  // The points forbidden to Black in renju, whoever is to move.
  int forbidden_points(std::int32_t* out) const {
    const Rows forbidden = over_ ? Rows{} : forbidden_rows();
    return list_points(out, [&](int y) { return forbidden[index(y)]; });
  }
  // What the rules of renju say of a black stone on an empty point.
  renju::Verdict judge(int point) const {
    return renju::judge(lines_, rules_.size, point % rules_.size, point / rules_.size);
  }

  void play(int action) {
    assert(is_legal(action));
    ++ply_;
    last_ = static_cast<std::int16_t>(action);
    if (action >= rules_.points()) return choose(action - rules_.points());
    const int colour = colour_;
    stones_hash_ ^= mix64(static_cast<unsigned>(2 * action + colour));
    ++stones_[index(colour)];
    const bool wins = place(colour, action % rules_.size, action / rules_.size);
    if (wins) winner_ = player_;
    colour_ = static_cast<std::int8_t>(colour ^ 1);
    if (phase_ != Phase::Play) return go_on_opening();
    player_ = colour_ ^ swapped_;
    over_ = wins || stones_[0] + stones_[1] == rules_.points() || is_stuck();
  }

  void planes(float* out) const;
  void board(std::int8_t* out) const {
    std::memset(out, 0, static_cast<std::size_t>(rules_.points()));
    for (int colour = 0; colour < 2; ++colour)
      for_each_point([&](int y) { return rows(colour)[y]; },
                     [&](int p) { out[p] = static_cast<std::int8_t>(colour + 1); });
  }

  // Plays uniformly random moves to the end; stones fall on a random order of the empty points.
  int playout(Rng& rng) const {
    if (over_) return winner_;
    State game = *this;
    if (phase_ != Phase::Play) game.open_randomly(rng);
    const int colour = rules_.renju ? game.fill<true>(rng) : game.fill<false>(rng);
    return colour < 0 ? -1 : colour ^ game.swapped_;
  }

  bool wins_at_once() const {
    return stones_[index(colour_)] >= rules_.win_length - 1 && !over_ && !is_choice() &&
           finds_win();
  }
  int winning_points(std::int32_t* out) const;
  // Whether a row that wins stands on the board; only a setup can hold one before the game.
  bool has_row() const;

 private:
  struct Point {
    std::uint8_t x, y;
  };
  using Points = std::array<Point, kMaxSize * kMaxSize>;

  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

  // Coordinates of every point, one table a board size: a division costs more than a look-up.
  static const Points& points_of(int size) {
    static const auto tables = [] {
      std::array<Points, kMaxSize + 1> all{};
      for (int n = 1; n <= kMaxSize; ++n)
        for (int p = 0; p < n * n; ++p)
          all[index(n)][index(p)] = {static_cast<std::uint8_t>(p % n),
                                     static_cast<std::uint8_t>(p / n)};
      return all;
    }();
    return tables[index(size)];
  }

  const std::uint32_t* rows(int colour) const { return lines_.rows(colour); }
  std::uint32_t empties(int y) const { return ~(rows(0)[y] | rows(1)[y]) & low_bits(rules_.size); }

  template <class RowOf, class Visit>
  void for_each_point(RowOf row_of, Visit visit) const {
    for (int y = 0; y < rules_.size; ++y)
      for (std::uint32_t row = row_of(y); row != 0; row &= row - 1)
        visit(y * rules_.size + std::countr_zero(row));
  }
  template <class RowOf>
  int list_points(std::int32_t* out, RowOf row_of) const {
    int n = 0;
    for_each_point(row_of, [&](int p) { out[n++] = p; });
    return n;
  }

  // Most points are empty for most of a game: each is written, and stays if it is.
  int list_empties(std::int32_t* out) const {
    std::int32_t* end = out;
    const int size = rules_.size;
    for (int y = 0, p = 0; y < size; ++y) {
      std::uint32_t row = empties(y);
      for (const int next_row = p + size; p < next_row; ++p, row >>= 1) {
        *end = p;
        end += row & 1u;
      }
    }
    return static_cast<int>(end - out);
  }

  void set_up(const Setup& start) {
    for (int colour = 0; colour < 2; ++colour)
      for_each_point([&](int y) { return start.stones[index(colour)][index(y)]; },
                     [&](int p) {
                       lines_.set(colour, p % rules_.size, p / rules_.size);
                       stones_hash_ ^= mix64(static_cast<unsigned>(2 * p + colour));
                       ++stones_[index(colour)];
                     });
    colour_ = player_ = static_cast<std::int8_t>(start.colour);
    over_ = stones_[0] + stones_[1] == rules_.points() || is_stuck();
  }

  // Starts of the runs of win_length in a line, as bits.
  std::uint32_t runs_in(std::uint32_t line) const {
    std::uint32_t run = line;
    for (int have = 1; have < rules_.win_length;) {
      const int step = std::min(have, rules_.win_length - have);
      run &= run >> step;
      have += step;
    }
    return run;
  }

  // Those of the runs in a line that win, where not all do.
  std::uint32_t winning(std::uint32_t runs, int colour, int line) const {
    const std::uint32_t own = lines_(colour, line), other = lines_(colour ^ 1, line);
    if (rules_.exact_for(colour)) runs &= ~(own << 1) & ~(own >> rules_.win_length);
    if (rules_.caro) runs &= ~((other << 1) & (other >> rules_.win_length));
    return runs;
  }

  bool place(int colour, int x, int y) {
    const auto words = lines_.set(colour, x, y);
    const std::uint32_t any =
        runs_in(words[0]) | runs_in(words[1]) | runs_in(words[2]) | runs_in(words[3]);
    return any != 0 && (rules_.plain() || wins_through(colour, x, y));
  }
  bool wins_through(int colour, int x, int y) const {
    std::uint32_t found = 0;
    for (const Lines::Place place : Lines::through(x, y))
      found |= winning(runs_in(lines_(colour, place.line)), colour, place.line);
    return found != 0;
  }

  // Renju: whether a stone on an empty point is forbidden to the side to move.
  bool is_forbidden(int x, int y) const {
    return rules_.renju && colour_ == kBlack &&
           renju::is_forbidden(renju::judge(lines_, rules_.size, x, y));
  }
  bool finds_win() const;
  bool is_stuck() const;
  Rows forbidden_rows() const;

  bool is_choice() const { return phase_ == Phase::Choose || phase_ == Phase::ChooseAgain; }
  bool may_choose(int choice) const {
    return is_choice() && choice >= 0 && (choice != kTwoMore || phase_ == Phase::Choose);
  }
  int list_choices(std::int32_t* out) const {
    int n = 0;
    for (int choice = kTakeWhite; may_choose(choice) && choice < Rules::kChoices; ++choice)
      out[n++] = rules_.points() + choice;
    return n;
  }
  void choose(int choice);
  void go_on_opening();
  void open_randomly(Rng& rng);

  template <bool renju>
  int fill(Rng& rng);

  Lines lines_;
  std::uint64_t stones_hash_ = 0;
  Rules rules_;
  std::array<std::int16_t, 2> stones_{};
  std::int16_t last_ = -1;
  std::int16_t ply_ = 0;
  std::int8_t colour_ = kBlack;
  std::int8_t player_ = 0;
  std::int8_t winner_ = -1;
  Phase phase_ = Phase::Play;
  bool swapped_ = false;  // whether player 0 is White
  bool over_ = false;
};

}  // namespace tengen::gomoku

#include "rules_impl.hpp"
