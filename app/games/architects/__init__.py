"""7 Wonders Architects and its Medals expansion: words, phone pages and screen."""
