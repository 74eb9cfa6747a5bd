#include "checkerboard.hpp"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <new>
#include <string>

#include "engine.hpp"

namespace tengen::draughts::checkerboard {

namespace {

using Clock = Bounds::Clock;

constexpr const char* kAbout =
    "Tengen, English draughts\n\nAlpha-beta over ten weighted metrics of a board, with endgame "
    "tables of up to four pieces that it solves when it starts.";

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

std::string describe_score(Score score) {
  char text[32];
  const float value = as_value(score);
  if (is_decided(score))
    std::snprintf(text, sizeof text, "%s in %d", score > 0 ? "won" : "lost",
                  moves_until_end(score));
  else  // in men, as the judge counted them
    std::snprintf(text, sizeof text, "%+.2f", static_cast<double>(value / (1 - std::abs(value))));
  return text;
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
  try {
    search_ = std::make_unique<Search>(make_search(megabytes));
  } catch (const std::bad_alloc&) {
    return false;
  }
  megabytes_ = megabytes;
  return true;
}

void Engine::prepare() {
  if (!search_) search_ = std::make_unique<Search>(make_search(megabytes_));
  if (has_tables_) return;
  tables_.use(uses_tables_ ? most_pieces_ : 0);
  has_tables_ = true;
}

Answer Engine::play(const Position& position, const Timing& timing, const Talk& talk) {
  // Tables take too long for a move: they are there since the first command.
  if (!search_) search_ = std::make_unique<Search>(make_search(megabytes_));
  State state = past_.lead_to(position);
  think(state, timing, talk);
  const Score score = search_->best().score;
  const bool is_decided_now = search_->best().is_searched && is_decided(score);
  Answer answer{complete(state), kUnknown};
  for (int i = 0; i < answer.way.hops; ++i)
    state.play(answer.way.actions[static_cast<std::size_t>(i)]);
  answer.after = state.position();
  answer.after.side = position.side;  // for who describes the move
  past_.remember(state);
  if (is_decided_now)
    answer.result = score > 0 ? kWin : kLoss;
  else if (state.is_over() || state.known().winner == -1)
    answer.result = kDraw;
  return answer;
}

void Engine::think(const State& root, const Timing& timing, const Talk& talk) {
  constexpr std::uint64_t kGlance = 10'000;  // positions, so that there is a move at any rate
  Bounds bounds;
  bounds.nodes = kGlance;
  search_->begin(root);
  search_->deepen(bounds);
  // The clock is looked at every 256 positions, and the board is still to be written.
  constexpr double kMargin = 0.001;
  bounds = {.until = talk.started + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(timing.seconds - kMargin)),
            .poll = talk.is_wanted};
  for (;;) {
    talk.say(describe_thoughts(root, seconds_since(talk.started)));
    const bool has_choice = search_->moves().size() > 1;
    // The next depth takes longer than all before it.
    const bool is_enough = !has_choice || 2 * seconds_since(talk.started) > timing.seconds;
    if (search_->is_finished() || (is_enough && !timing.is_exact)) return;
    if (!search_->deepen(bounds)) break;
  }
  talk.say(describe_thoughts(root, seconds_since(talk.started)));
}

// The whole move that the best line begins with; where the line breaks off inside a capture, what a
// glance at the rest of it says.
Way Engine::complete(const State& root) {
  constexpr std::uint64_t kGlance = 1000;
  Bounds bounds;
  bounds.nodes = kGlance;
  std::vector<int> line = search_->best().line;
  State state = root;
  Way way;
  way.captures = root.must_capture();
  way.squares[0] = static_cast<std::int8_t>(square_of_action(line[0]));
  for (std::size_t i = 0; i == 0 || state.capturing_square() >= 0; ++i) {
    if (i >= line.size()) {
      search_->begin(state);
      search_->deepen(bounds);
      line.push_back(search_->best().action);
    }
    state.play(line[i]);
    way.push(line[i], landing(line[i], way.captures));
  }
  return way;
}

std::string Engine::describe_thoughts(const State& root, double seconds) const {
  const auto& best = search_->best();
  std::string text = "depth " + std::to_string(search_->depth());
  if (best.is_searched) text += "  " + describe_score(best.score);
  char counts[64];
  std::snprintf(counts, sizeof counts, "  %.2f s  %.0f kN ", seconds,
                static_cast<double>(search_->nodes()) / 1000);
  text += counts;
  const std::vector<std::int32_t> line(best.line.begin(), best.line.end());
  for (const std::string& move : write_line(root, line).value_or(std::vector<std::string>{}))
    text += ' ' + move;
  return text;
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
  if (move != nullptr) *move = describe(*position, answer.way, answer.after);
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
  talk.started = tengen::Bounds::Clock::now();
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
                 if (move != nullptr) *move = describe(*position, way, after);
               });
  return found;
}
