"""Pages of finished games: lists, replay, review, edits."""
