"""Engines and what they do for a game: think, warn, teach, learn; whose turn on the processor."""
