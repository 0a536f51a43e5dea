"""Architects on the pages of phones."""
