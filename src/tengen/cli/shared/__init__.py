"""What several commands use; no commands themselves."""
