"""Any brain of Gomocup's managers: ``gomocup:pbrain-rapfi``."""
