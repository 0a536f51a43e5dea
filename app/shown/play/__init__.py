"""Forms and texts during a game: actions, hints, votes, the end."""
