"""The rule-based player: what people who know the game look for, without any training."""
