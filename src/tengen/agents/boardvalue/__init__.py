"""Values of boards: from metrics to a net, improved by playing."""
