"""Pure Monte-Carlo tree search: random games instead of a net."""
