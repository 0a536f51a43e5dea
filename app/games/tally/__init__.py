"""Score sheets and markers of people with their own cardboard, as they read and see them."""
