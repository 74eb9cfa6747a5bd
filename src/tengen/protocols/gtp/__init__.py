"""The Go Text Protocol, version 2, for Go and Gomoku, with the extensions that programs speak."""
