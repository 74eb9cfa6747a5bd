// A game whose rules are written in Python, as the native search sees it: the slow path.
//
// Every question goes to Python, under the interpreter's lock; what Python raises passes through
// the search as nanobind's `python_error` and comes out as it was. Answers are checked, because a
// search asserts only.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "game.hpp"

namespace tengen {

namespace nb = nanobind;

// A Python object that is copied and let go without the interpreter's lock.
class Reference {
 public:
  explicit Reference(nb::object object)
      : object_(new nb::object(std::move(object)), [](nb::object* last) {
          const nb::gil_scoped_acquire lock;
          delete last;
        }) {}
  const nb::object& operator*() const { return *object_; }

 private:
  std::shared_ptr<nb::object> object_;
};

// Returns the answer to `name` as a T; `wanted` says in words what that is.
template <class T>
T read_answer(const char* name, const char* wanted, const nb::object& answer) {
  T value{};
  if (nb::try_cast(answer, value)) return value;
  const std::string got = nb::cast<std::string>(nb::repr(answer));
  throw nb::type_error((std::string(name) + " is " + got + ": must be " + wanted).c_str());
}

class PythonRules {
 public:
  static constexpr int kMaxActions = 1024;  // as many children as a node of a tree can have

  // With the interpreter's lock, as all constructors from Python objects.
  explicit PythonRules(nb::object game)
      : num_actions_(read_answer<int>("num_actions", "a number", game.attr("num_actions"))),
        max_plies_(read_answer<int>("max_plies", "a number", game.attr("max_plies"))),
        game_(std::move(game)) {
    const auto shape = read_answer<std::vector<int>>("planes_shape", "three numbers",
                                                     (*game_).attr("planes_shape"));
    if (num_actions_ < 1 || num_actions_ > kMaxActions)
      throw nb::value_error(("num_actions is " + std::to_string(num_actions_) + ": must be 1 to " +
                             std::to_string(kMaxActions))
                                .c_str());
    if (shape.size() != 3 || *std::min_element(shape.begin(), shape.end()) < 1)
      throw nb::value_error("planes_shape: must be three numbers above zero");
    shape_ = {shape[0], shape[1], shape[2]};
  }

  int num_actions() const { return num_actions_; }
  // A game that is not over is not so long: who plays on says so.
  void check_length(int ply) const {
    if (ply < max_plies_) return;
    const std::string bound = std::to_string(max_plies_);
    throw nb::value_error(("outcome() is None after max_plies = " + bound + " moves").c_str());
  }
  Shape planes_shape() const { return shape_; }
  const nb::object& game() const { return *game_; }
  bool operator==(const PythonRules& other) const {
    const nb::gil_scoped_acquire lock;
    return game().is(other.game()) || game().equal(other.game());
  }

 private:
  int num_actions_, max_plies_;
  Shape shape_{};
  Reference game_;
};

// What a game's `PythonGame.start` returned, or `apply` after it; see games/python.py.
class PythonState {
 public:
  using Rules = PythonRules;
  static constexpr int kMaxActions = PythonRules::kMaxActions;

  explicit PythonState(Rules rules) : rules_(std::move(rules)), position_(start()) {}

  const Rules& rules() const { return rules_; }
  const nb::object& position() const { return *position_; }
  int ply() const { return ply_; }
  int last_action() const { return last_action_; }

  int to_play() const {
    const nb::gil_scoped_acquire lock;
    return read_player("to_play", position().attr("to_play"));
  }
  bool is_over() const {
    const nb::gil_scoped_acquire lock;
    return !outcome_of(position()).is_none();
  }
  int winner() const {
    const nb::gil_scoped_acquire lock;
    return winner_of(outcome_of(position()));
  }
  bool is_legal(int action) const {
    const nb::gil_scoped_acquire lock;
    if (is_over()) return false;
    const std::vector<int> actions = actions_of(position());
    return std::binary_search(actions.begin(), actions.end(), action);
  }
  int legal_actions(std::int32_t* out) const {
    const nb::gil_scoped_acquire lock;
    if (is_over()) return 0;
    const std::vector<int> actions = actions_of(position());
    std::copy(actions.begin(), actions.end(), out);
    return static_cast<int>(actions.size());
  }
  std::uint64_t hash() const {
    const nb::gil_scoped_acquire lock;
    return mix64(static_cast<std::uint64_t>(nb::hash(position())));
  }
  int winning_points(std::int32_t* out) const {
    const nb::gil_scoped_acquire lock;
    const nb::object outcome = outcome_of(position());
    if (outcome.is_none()) return 0;
    const auto points =
        read_answer<std::vector<int>>("points", "numbers of points", outcome.attr("points"));
    const std::size_t count = std::min<std::size_t>(points.size(), kMaxActions);
    std::copy_n(points.begin(), count, out);
    return static_cast<int>(count);
  }

  void play(int action) {
    const nb::gil_scoped_acquire lock;
    rules_.check_length(ply_);
    position_ = Reference(position().attr("apply")(action));
    last_action_ = action;
    ++ply_;
  }
  void planes(float* out) const {
    const Shape shape = rules_.planes_shape();
    copy_array<float>("planes()", {shape.channels, shape.height, shape.width}, out);
  }
  void board(std::int8_t* out) const {
    const Shape shape = rules_.planes_shape();
    copy_array<std::int8_t>("board()", {shape.height, shape.width}, out);
  }
  int playout(Rng& rng) const {
    const nb::gil_scoped_acquire lock;
    nb::object at = position();
    for (int ply = ply_;; ++ply) {
      if (const nb::object outcome = outcome_of(at); !outcome.is_none()) return winner_of(outcome);
      rules_.check_length(ply);
      const std::vector<int> actions = actions_of(at);
      at = at.attr("apply")(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
    }
  }

  bool operator==(const PythonState& other) const {
    const nb::gil_scoped_acquire lock;
    return ply_ == other.ply_ && last_action_ == other.last_action_ && rules_ == other.rules_ &&
           position().equal(other.position());
  }

 private:
  Reference start() const {
    const nb::gil_scoped_acquire lock;
    return Reference(rules_.game().attr("start")());
  }

  static nb::object outcome_of(const nb::object& position) {
    nb::object outcome = position.attr("outcome")();
    if (outcome.is_none() || nb::hasattr(outcome, "winner")) return outcome;
    const std::string got = nb::cast<std::string>(nb::repr(outcome));
    throw nb::type_error(("outcome() is " + got + ": must be an Outcome or None").c_str());
  }

  static int read_player(const char* name, const nb::object& answer) {
    const int player = read_answer<int>(name, "0 or 1", answer);
    if (player != 0 && player != 1)
      throw nb::value_error(
          (std::string(name) + " is " + std::to_string(player) + ": must be 0 or 1").c_str());
    return player;
  }

  static int winner_of(const nb::object& outcome) {
    if (outcome.is_none()) return -1;
    const nb::object winner = outcome.attr("winner");
    return winner.is_none() ? -1 : read_player("winner", winner);
  }

  // The actions of a position that goes on, ascending; at least one.
  std::vector<int> actions_of(const nb::object& position) const {
    auto actions = read_answer<std::vector<int>>("legal_actions()", "a sequence of numbers",
                                                 position.attr("legal_actions")());
    std::sort(actions.begin(), actions.end());
    if (actions.empty()) throw nb::value_error("legal_actions(): none, and outcome() is None");
    if (actions.front() < 0 || actions.back() >= rules_.num_actions())
      throw nb::value_error("legal_actions(): must be 0 to num_actions - 1");
    if (std::adjacent_find(actions.begin(), actions.end()) != actions.end())
      throw nb::value_error("legal_actions(): one action twice");
    return actions;
  }

  // Writes the array that a method without arguments returns; its name ends with "()".
  template <class T>
  void copy_array(const std::string& name, const std::vector<int>& shape, T* out) const {
    using Array = nb::ndarray<const T, nb::c_contig, nb::device::cpu>;
    const nb::gil_scoped_acquire lock;
    const nb::object answer = position().attr(name.substr(0, name.size() - 2).c_str())();
    const auto array = read_answer<Array>(name.c_str(), "an array of numbers", answer);
    bool fits = array.ndim() == shape.size();
    for (std::size_t i = 0; fits && i < shape.size(); ++i)
      fits = array.shape(i) == static_cast<std::size_t>(shape[i]);
    if (!fits) throw nb::value_error((name + ": its shape must be that of planes_shape").c_str());
    std::memcpy(out, array.data(), array.size() * sizeof(T));
  }

  Rules rules_;
  Reference position_;
  int ply_ = 0, last_action_ = -1;
};

static_assert(GameState<PythonState>);

}  // namespace tengen
