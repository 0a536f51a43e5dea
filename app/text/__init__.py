"""Sentences for people: translations of the table's slugs and numbers. Must never know who may read them."""
