// The interface of CheckerBoard engines, version 2, for English draughts; see the README.
//
// Source: the CheckerBoard API reference and the cb_interface.h that come with CheckerBoard.
#pragma once

#if defined(_WIN32)
#define TENGEN_CB_CALL __stdcall  // exported by checkerboard.def, under names without decoration
#define TENGEN_CB_EXPORT
#else
#define TENGEN_CB_CALL
#define TENGEN_CB_EXPORT __attribute__((visibility("default")))
#endif

extern "C" {

// A square: column `x` from the left and row `y` from below, from 0, as Black sits at the board.
struct CbSquare {
  int x, y;
};

struct CbMove {
  int jumps;               // pieces taken
  int newpiece, oldpiece;  // what stands on `to` afterwards, what stood on `from`
  CbSquare from, to;
  CbSquare path[12];  // where it touches down, from path[1] on
  CbSquare del[12];   // what it takes
  int delpiece[12];
};

// Plays a move of `color` on `board` within about `maxtime` seconds, and says how the game stands.
// `str` (1024 bytes) is what is shown meanwhile; the move is wanted at once when `*playnow` is not
// zero. `str`, `playnow` and `move` may be null.
TENGEN_CB_EXPORT int TENGEN_CB_CALL getmove(int board[8][8], int color, double maxtime, char* str,
                                            int* playnow, int info, int moreinfo, CbMove* move);

// Answers a command in `reply` (1024 bytes); returns 1 if it was done, else 0.
TENGEN_CB_EXPORT int TENGEN_CB_CALL enginecommand(const char* command, char* reply);

// Whether `color` may move from one square to another (by their numbers, 1 to 32), and how.
TENGEN_CB_EXPORT int TENGEN_CB_CALL islegal(int board[8][8], int color, int from, int to,
                                            CbMove* move);
}

namespace tengen::draughts::checkerboard {

enum Piece { kFree = 0, kWhite = 1, kBlack = 2, kMan = 4, kKing = 8 };
enum Result { kDraw, kWin, kLoss, kUnknown };
// Bits of `info`; bits 2 and 3 are the unit of a clock with increment, see `moreinfo`.
enum Info { kResetMoves = 1, kExactTime = 2 };

inline constexpr int kReplySize = 1024;
inline constexpr int kProtocolVersion = 2;
inline constexpr int kEnglish = 21;

}  // namespace tengen::draughts::checkerboard
