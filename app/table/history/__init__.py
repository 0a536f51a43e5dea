"""Stored games as readers of a table see them: finished and suspended ones, and replay."""
