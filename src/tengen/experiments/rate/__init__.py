"""Ratings by a ladder: where an agent stands on it, and how strong its rungs are."""
