"""How Tengen speaks with other programs: as an engine of theirs, and as a user of their engines.

An engine knows no agent by name: whoever starts it hands in a function that makes one for a game.
"""
