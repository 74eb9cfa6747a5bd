"""Moves as good players make them: a network learned from game records."""
