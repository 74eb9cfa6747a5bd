"""One process a device that judges positions for all workers of its machine."""
