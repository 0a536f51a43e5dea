"""Pages during a game: opening, conflicts, help, lessons, the end."""
