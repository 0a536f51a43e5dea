"""Forms and texts of finished games: lists, edits, reviews, suspended games."""
