"""Duel on the pages of phones."""
