"""AlphaZero: a policy-value net and tree search, learned by self-play."""
