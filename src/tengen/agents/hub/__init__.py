"""Any program that plays English draughts by the protocol Hub."""
