"""Runners: where the work of learning is done."""
