"""Evaluators: each judges a batch of positions; import the module of the one you want."""
