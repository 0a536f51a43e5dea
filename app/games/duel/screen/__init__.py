"""Duel on the table's screen."""
