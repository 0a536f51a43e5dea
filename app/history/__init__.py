"""Finished games: what they come to, in files, and as they were after each line. Never decides about a running one."""
