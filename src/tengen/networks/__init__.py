"""Policy-value networks in PyTorch, how they are trained, kept and exported."""
