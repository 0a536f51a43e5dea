"""Architects on the screen."""
