"""Workers on the machines of a Ray cluster. Nothing else imports Ray, and nobody who does not ask."""
