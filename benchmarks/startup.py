"""Wall time of a fresh process that imports Tengen and makes a shipped net's first move."""

from common import run

if __name__ == "__main__":
    run("startup", "import tengen and the first move of a shipped net: at most 1 s")
