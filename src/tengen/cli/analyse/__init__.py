"""Commands that judge positions and games."""
