"""Go: surround more than the other."""
