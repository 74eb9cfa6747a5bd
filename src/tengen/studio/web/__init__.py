"""Who gets in, one line a page, and one way to follow anything."""
