"""What is written down: every game, found by player, date and position."""
