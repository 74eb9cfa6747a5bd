"""Alpha-beta with a small net that is updated move by move (NNUE)."""
