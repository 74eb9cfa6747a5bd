"""Gomocup's protocol, which Gomoku programs and their managers speak."""
