"""Animations: easing, moving elements and the building of a wonder's stage."""
