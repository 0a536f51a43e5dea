"""Drawings that the screen and the phones share, as plain values. This package never renders: each surface has its own
renderer.
"""
