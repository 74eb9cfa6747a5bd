"""Any program that plays Go or Gomoku by the Go Text Protocol."""
