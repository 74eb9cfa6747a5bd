"""Commands that play for other programs, one a protocol."""
