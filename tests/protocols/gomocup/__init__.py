"""Tests of Gomocup's protocol."""
