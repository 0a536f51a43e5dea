"""The pages of 7 Wonders on phones."""
