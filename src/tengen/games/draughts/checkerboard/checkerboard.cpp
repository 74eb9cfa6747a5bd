#include "checkerboard.hpp"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <new>
#include <string>
#include <utility>

#include "engine.hpp"

namespace tengen::draughts::checkerboard {

namespace {

constexpr const char* kAbout =
    "Tengen, English draughts\n\nSelective alpha-beta with a net that learned from its own games, "
    "and endgame tables of up to four pieces that it solves when it starts.";

// Takes the first word off `text`.
std::string_view take_word(std::string_view& text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
  text.remove_prefix(word.size());
  return word;
}

// A whole number and nothing else; -1 where there is none.
int read_number(std::string_view text) {
  int number = -1;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  return fault == std::errc() && end == text.data() + text.size() ? number : -1;
}

double seconds_since(Clock::time_point started) {
  return std::chrono::duration<double>(Clock::now() - started).count();
}

// In men, of which one stands for a chance of three to one.
std::string describe_score(Score score) {
  char text[32];
  const double men = score / EngineBoard::kScoreScale / std::log(3.0);
  if (engine::is_decided(score))
    std::snprintf(text, sizeof text, "%s in %d", score > 0 ? "won" : "lost",
                  engine::kWin - std::abs(score));
  else
    std::snprintf(text, sizeof text, "%+.2f", men);
  return text;
}

std::string describe(const State& root, const Report& report, double seconds) {
  const auto& best = report.lines.front();
  std::string text = "depth " + std::to_string(report.depth);
  if (best.score != -engine::kInfinite) text += "  " + describe_score(best.score);
  char counts[64];
  std::snprintf(counts, sizeof counts, "  %.2f s  %.0f kN ", seconds,
                static_cast<double>(report.nodes) / 1000);
  text += counts;
  const std::vector<std::int32_t> line(best.actions.begin(), best.actions.end());
  for (const std::string& move : write_line(root, line).value_or(std::vector<std::string>{}))
    text += ' ' + move;
  return text;
}

// The whole move that a line begins with.
Way first_move(State state, const std::vector<int>& line) {
  Way way;
  way.captures = state.must_capture();
  way.squares[0] = static_cast<std::int8_t>(square_of_action(line[0]));
  for (std::size_t i = 0; i == 0 || (i < line.size() && state.capturing_square() >= 0); ++i) {
    state.play(line[i]);
    way.push(line[i], landing(line[i], way.captures));
  }
  return way;
}

}  // namespace

bool Engine::command(std::string_view text, std::string& reply) {
  const std::string_view verb = take_word(text), option = take_word(text);
  // Only what changes the tables comes before solving them.
  const Done done = verb == "set" ? set(option, text) : Done::Unknown;
  prepare();
  if (done == Done::Unknown) {
    const std::string found = verb == "get"     ? get(option)
                              : verb == "name"  ? get(verb)
                              : verb == "about" ? kAbout
                                                : "";
    reply = found.empty() ? "?" : found;
    return !found.empty();
  }
  reply = std::string(option) + (done == Done::Yes ? " is set" : " cannot be set to that");
  return done == Done::Yes;
}

std::string Engine::get(std::string_view option) const {
  if (option == "name") return "Tengen";
  if (option == "protocolversion") return std::to_string(kProtocolVersion);
  if (option == "gametype") return std::to_string(kEnglish);
  if (option == "hashsize") return std::to_string(megabytes_);
  if (option == "max_nodes") return std::to_string(nodes_);
  if (option == "max_dbpieces") return std::to_string(most_pieces_);
  if (option == "enable_wld") return uses_tables_ ? "1" : "0";
  return "";
}

Engine::Done Engine::set(std::string_view option, std::string_view value) {
  if (option == "gamehist") return set_history(value) ? Done::Yes : Done::No;
  const int number = read_number(take_word(value));
  const bool is_number = number >= 0 && take_word(value).empty();
  return set_number(option, is_number ? number : -1);
}

// A `number` below zero is none.
Engine::Done Engine::set_number(std::string_view option, int number) {
  const auto done_if = [](bool done) { return done ? Done::Yes : Done::No; };
  if (option == "gametype") return done_if(number == kEnglish);
  if (option == "hashsize") return done_if(set_hash(number));
  if (option == "max_nodes") {
    if (number >= 0) nodes_ = number;
    return done_if(number >= 0);
  }
  const bool sets_pieces = option == "max_dbpieces";
  if (!sets_pieces && option != "enable_wld") return Done::Unknown;
  if (number < 0 || number > (sets_pieces ? OwnTables::kMostPieces : 1)) return Done::No;
  if (sets_pieces)
    most_pieces_ = number;
  else
    uses_tables_ = number == 1;
  has_tables_ = false;
  return Done::Yes;
}

bool Engine::set_history(std::string_view text) {
  const auto start = FenReader(take_word(text)).read();
  return start.has_value() && past_.announce(*start, text);
}

bool Engine::set_hash(int megabytes) {
  if (megabytes < 1 || megabytes > kMostMegabytes) return false;
  search_.reset();  // not two tables at a time
  const int before = std::exchange(megabytes_, megabytes);
  try {
    make_search();
  } catch (const std::bad_alloc&) {
    megabytes_ = before;
    return false;
  }
  return true;
}

void Engine::make_search() {
  if (search_) return;
  search_ =
      std::make_unique<Search>(Rules{}, net_, static_cast<std::size_t>(megabytes_) << 20, 1, 0);
}

void Engine::prepare() {
  make_search();
  if (has_tables_) return;
  tables_.use(uses_tables_ ? most_pieces_ : 0);
  has_tables_ = true;
}

Answer Engine::play(const Position& position, const Timing& timing, const Talk& talk) {
  // Tables take too long for a move: they are there since the first command.
  make_search();
  State state = past_.lead_to(position);
  const Report report = think(state, timing, talk);
  talk.say(describe(state, report, seconds_since(talk.started)));
  const auto& best = report.lines.front();
  Answer answer{first_move(state, best.actions), kUnknown};
  for (int i = 0; i < answer.way.hops; ++i)
    state.play(answer.way.actions[static_cast<std::size_t>(i)]);
  answer.after = state.position();
  answer.after.side = position.side;  // for who describes the move
  past_.remember(state);
  if (best.score != -engine::kInfinite && engine::is_decided(best.score))
    answer.result = best.score > 0 ? kWin : kLoss;
  else if (state.is_over() || state.known().winner == -1)
    answer.result = kDraw;
  return answer;
}

Report Engine::think(const State& root, const Timing& timing, const Talk& talk) {
  constexpr std::uint64_t kGlance = 2000;  // positions, so that there is a move at any rate
  constexpr double kMargin = 0.001;        // the board is still to be written
  engine::Limits limits;
  limits.nodes = nodes_ > 0 ? static_cast<std::uint64_t>(nodes_) : kGlance;
  Report glance = search_->run(root, limits);
  if (nodes_ > 0) return glance;
  limits.nodes = UINT64_MAX;
  limits.seconds = timing.seconds - seconds_since(talk.started) - kMargin;
  if (limits.seconds <= 0) return glance;
  if (!timing.is_exact) limits.soft_seconds = limits.seconds / 2;
  limits.poll = talk.is_wanted;
  Report report = search_->run(root, limits, [&](const Report& found) {
    talk.say(describe(root, found, seconds_since(talk.started)));
  });
  return report.depth > 0 ? report : glance;
}

namespace {

// One for the process: so the interface wants it.
struct Shared {
  std::mutex mutex;
  Engine engine;
};

Shared& shared() {
  static Shared one;
  return one;
}

void copy_text(const std::string& text, char* out) {
  if (out != nullptr) std::snprintf(out, kReplySize, "%s", text.c_str());
}

Result play_move(Board& board, int colour, const Timing& timing, const Talk& talk, int info,
                 CbMove* move) {
  const auto position = read_board(board, colour);
  if (!position.has_value()) return talk.say("there is no such position"), kUnknown;
  if (!position->can_move()) return talk.say("there is no move"), kLoss;
  Shared& one = shared();
  const std::lock_guard lock(one.mutex);
  if ((info & kResetMoves) != 0) one.engine.start_game();
  const Answer answer = one.engine.play(*position, timing, talk);
  write_board(answer.after, board);
  if (move != nullptr) *move = describe_move(*position, answer.way, answer.after);
  return answer.result;
}

}  // namespace

}  // namespace tengen::draughts::checkerboard

using namespace tengen::draughts;

// Nothing that C++ throws may leave through these.

int TENGEN_CB_CALL getmove(int board[8][8], int color, double maxtime, char* str, int* playnow,
                           int info, int moreinfo, CbMove* move) {
  using namespace checkerboard;
  Talk talk;
  talk.started = Clock::now();
  // Another thread sets it.
  const volatile int* wanted = playnow;
  talk.is_wanted = [wanted] { return wanted != nullptr && *wanted != 0; };
  talk.say = [str](const std::string& text) { copy_text(text, str); };
  try {
    return play_move(*reinterpret_cast<Board*>(board), color, Timing::of(maxtime, info, moreinfo),
                     talk, info, move);
  } catch (const std::exception& error) {
    copy_text(error.what(), str);
    return kUnknown;
  }
}

int TENGEN_CB_CALL enginecommand(const char* command, char* reply) {
  using namespace checkerboard;
  try {
    Shared& one = shared();
    const std::unique_lock lock(one.mutex, std::try_to_lock);
    std::string answer = "busy thinking";
    const bool done = lock.owns_lock() && one.engine.command(command, answer);
    copy_text(answer, reply);
    return done ? 1 : 0;
  } catch (const std::exception& error) {
    copy_text(error.what(), reply);
    return 0;
  }
}

int TENGEN_CB_CALL islegal(int board[8][8], int color, int from, int to, CbMove* move) {
  using namespace checkerboard;
  const auto position = read_board(*reinterpret_cast<Board*>(board), color);
  const auto is_square = [](int number) { return number >= 1 && number <= kSquares; };
  if (!position.has_value() || !is_square(from) || !is_square(to)) return 0;
  int found = 0;
  for_each_way(State({.start = *position}), from - 1,
               [&](const Way& way, const Position& after, bool is_whole) {
                 if (!is_whole || way.last() != to - 1 || found != 0) return;
                 found = 1;
                 if (move != nullptr) *move = describe_move(*position, way, after);
               });
  return found;
}
