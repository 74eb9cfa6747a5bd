"""English draughts, also called American checkers."""
