"""DQN: the values of moves, learned by playing against oneself."""
