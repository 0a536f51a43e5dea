"""Forms, texts and facts that the screen and phones share: frozen values with their words and intents.

A surface lays them out and adds no words. `Row.only` marks what only one surface shows.
"""
