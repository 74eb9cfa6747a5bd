"""A game under way, whoever plays it."""
