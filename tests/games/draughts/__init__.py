"""Tests of English draughts."""
