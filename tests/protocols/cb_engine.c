/* An engine of CheckerBoard that plays its first legal step, or does what the environment says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WHITE = 1, BLACK = 2, MAN = 4, KING = 8 };

static int calls = 0;

static void note(const char *text) {
  const char *file = getenv("CB_FILE");
  FILE *out = file ? fopen(file, "a") : NULL;
  if (out) fprintf(out, "%s\n", text), fclose(out);
}

int enginecommand(char *command, char reply[1024]) {
  note(command);
  const char *fault = getenv("CB_FAULT");
  strcpy(reply, "?");
  if (strcmp(command, "get gametype") == 0) {
    strcpy(reply, fault && strcmp(fault, "pool") == 0 ? "25" : "21");
    return 1;
  }
  return strncmp(command, "set gamehist", 12) == 0;
}

/* Only quiet steps: tests begin where nothing can be taken for a while. */
static int step(int b[8][8], int colour) {
  const int forward = colour == BLACK ? 1 : -1;
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 8; ++x)
      if (b[x][y] & colour)
        for (int dx = -1; dx <= 1; dx += 2) {
          const int nx = x + dx, ny = y + forward;
          if (nx < 0 || nx > 7 || ny < 0 || ny > 7 || b[nx][ny]) continue;
          const int last = colour == BLACK ? 7 : 0;
          b[nx][ny] = ny == last ? (colour | KING) : b[x][y];
          b[x][y] = 0;
          return 1;
        }
  return 0;
}

int getmove(int b[8][8], int colour, double maxtime, char str[1024], int *playnow, int info,
            int moreinfo, void *move) {
  (void)moreinfo, (void)move;
  char text[96];
  snprintf(text, sizeof text, "getmove %d %.2f %d", colour, maxtime, info);
  note(text);
  const char *fault = getenv("CB_FAULT");
  printf("printed by the engine\n"), fflush(stdout);
  strcpy(str, "value 12, depth 3");
  if (!fault || ++calls < 2) return step(b, colour), 3;
  if (strcmp(fault, "crash") == 0) fputs("assertion failed\n", stderr), abort();
  if (strcmp(fault, "exit") == 0) exit(5);
  if (strcmp(fault, "hang") == 0) sleep(600);
  if (strcmp(fault, "patient") == 0) {
    while (!*playnow) usleep(1000);
    return step(b, colour), 3;
  }
  if (strcmp(fault, "illegal") == 0) return b[0][0] = 0, 3;
  return 3; /* "still": the board stays as it was */
}
