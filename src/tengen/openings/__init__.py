"""How games begin: openings from files and by lot, books and how they grow.

A game's own openings and the format of its book are in its folder in `games`; how learners begin
their games is in `learning.opened`.
"""
