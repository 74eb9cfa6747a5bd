"""Commands that play: for people, and agents against each other."""
