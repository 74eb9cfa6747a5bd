"""How Tengen speaks with other programs, a folder a protocol: as an engine, and with engines.

Each folder has one value, `PROTOCOL`, by which its two sides are found: the agents that are other
people's programs, and the command that lets ours play for them. Nothing below imports this package;
a protocol of another package stands beside these as an entry point of the group `tengen.protocols`.
An engine knows no agent by name: whoever starts it hands in a function that makes one for a game.
"""
