// The CheckerBoard engine through its interface: whole games, boards and commands of any kind, a
// move wanted while it thinks.
#include "draughts/checkerboard/checkerboard.cpp"

#include <cstring>
#include <thread>

#include "check.hpp"

namespace checkerboard_test {

using namespace tengen;
using namespace tengen::draughts;
using namespace tengen::draughts::checkerboard;
using test::check;

bool is_after_a_move(const Position& before, const Position& after) {
  bool found = false;
  for_each_move(before, [&](const Position& one) {
    found |= one.pieces == after.pieces && one.kings == after.kings;
  });
  return found;
}

// Returns how many moves the game had. Some are played by chance, and not told to the engine.
int play_game(std::uint64_t seed) {
  Rng rng(seed);
  Position position = kStart;
  int moves = 0, playnow = 0;
  for (; position.can_move() && moves < 150; ++moves) {
    Board board;
    char shown[kReplySize];
    CbMove move;
    write_board(position, board);
    const int info = static_cast<int>(rng.below(16)), clock = static_cast<int>(rng.next());
    playnow = static_cast<int>(rng.below(2));
    const int result =
        getmove(board, colour_of(position.side), 0.002, shown, &playnow, info & ~12, clock, &move);
    check(result >= kDraw && result <= kUnknown, "one of the four results");
    check(std::strlen(shown) < kReplySize && shown[0] != 0, "something is shown");
    auto after = read_board(board, colour_of(position.side));
    check(after.has_value() && is_after_a_move(position, *after), "a legal move");
    check(move.newpiece == board[move.to.x][move.to.y], "what has moved stands where it went");
    position = *after;
    position.side ^= 1;
  }
  return moves;
}

void command_anything() {
  Rng rng(3);
  char reply[kReplySize];
  const char* beginnings[] = {"", "set ", "get ", "set gamehist B:W", "set hashsize ", "set x "};
  constexpr char kSigns[] = "0123456789 -xBWK,:\xff\t\n";
  for (int i = 0; i < 3000; ++i) {
    std::string command = beginnings[rng.below(std::size(beginnings))];
    for (std::uint32_t left = rng.below(40); left > 0; --left)
      command += kSigns[rng.below(sizeof kSigns - 1)];
    if (command.find("hashsize") != std::string::npos) command.resize(14);  // some megabytes only
    const int done = enginecommand(command.c_str(), reply);
    check((done == 0 || done == 1) && std::strlen(reply) > 0, "an answer");
  }
  check(enginecommand("set hashsize 1", reply) == 1, "it still listens");
}

void show_any_board() {
  Rng rng(4);
  constexpr int kPieces[] = {0, 5, 6, 9, 10, 16, -1, 1 << 30};
  for (int i = 0; i < 2000; ++i) {
    Board board;
    for (auto& column : board)
      for (int& piece : column) piece = kPieces[rng.below(rng.below(8) + 1)];
    const int colour = static_cast<int>(rng.below(4));
    CbMove move;
    const auto any = [&] { return static_cast<int>(rng.below(40)) - 4; };
    islegal(board, colour, any(), any(), &move);
    getmove(board, colour, 0, nullptr, nullptr, static_cast<int>(rng.below(2)), 0, nullptr);
  }
}

void want_a_move() {
  Board board;
  write_board(kStart, board);
  int playnow = 0;
  std::thread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    *static_cast<volatile int*>(&playnow) = 1;
  });
  check(getmove(board, kBlack, 1e300, nullptr, &playnow, kExactTime, 0, nullptr) == kUnknown,
        "it comes back");
  user.join();
}

const test::Test kTest("checkerboard", [] {
  char reply[kReplySize];
  check(enginecommand("set max_dbpieces 3", reply) == 1, "tables of three pieces");
  check(enginecommand("set hashsize 1", reply) == 1, "a small hash table");
  for (std::uint64_t seed = 0; seed < 3; ++seed)
    check(play_game(seed) > 10, "a game has some moves");
  command_anything();
  show_any_board();
  want_a_move();
});

}  // namespace checkerboard_test
