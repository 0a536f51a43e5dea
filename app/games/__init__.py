"""The games of the house, their packs, and the parts that all games share."""
