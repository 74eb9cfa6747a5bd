"""Python faces over native search."""
