"""The pages of Duel on phones."""
