"""Commands that train, and look at what was trained."""
