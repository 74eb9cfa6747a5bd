"""Any draughts program that speaks Hub with variant=english: ``hub:tengen hub``."""
