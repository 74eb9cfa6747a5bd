"""Q-learning: a net of the value of each move, learned from games against itself."""
