"""The features of a phone's page, each with its parts, their places and its answers."""
