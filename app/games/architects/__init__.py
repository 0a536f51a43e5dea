"""7 Wonders Architects and its Medals, as people read and see it."""
