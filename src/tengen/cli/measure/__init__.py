"""Commands that measure: who is how strong, and how fast things are."""
