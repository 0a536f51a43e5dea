"""Finished games: what they come to, and in files. Never decides about a running one."""
