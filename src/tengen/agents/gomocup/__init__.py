"""Any program that plays Gomoku as a brain of Gomocup's managers."""
