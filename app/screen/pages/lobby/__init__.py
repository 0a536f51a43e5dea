"""Pages before a game: the lobby, its seats, join codes and the first start."""
