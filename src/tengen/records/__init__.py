"""Game records: SGF, PDN, PSQ and JSON."""
