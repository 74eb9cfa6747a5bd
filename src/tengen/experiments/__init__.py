"""Many runs at once: all methods compared on one budget, settings searched."""
