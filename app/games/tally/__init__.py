"""Score sheets and markers for people with their own cardboard: words, phone pages and screen."""
