// Runs the test that the command line names, of those linked with this.
#include <cstring>

#include "check.hpp"

int main(int argc, char** argv) {
  for (const auto* test = tengen::test::Test::newest; test != nullptr; test = test->previous)
    if (argc == 2 && std::strcmp(test->name, argv[1]) == 0) {
      test->run();
      return 0;
    }
  std::fprintf(stderr, "no such test\n");
  return 1;
}
