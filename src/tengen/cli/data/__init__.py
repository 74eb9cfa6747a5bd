"""Commands that read and make files: games, puzzles, endgame tables, books."""
