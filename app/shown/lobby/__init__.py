"""Forms and texts before a game: the lobby, seats, join codes."""
