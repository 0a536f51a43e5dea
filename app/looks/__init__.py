"""Shared drawings of the screen and the phones, as plain values. Must never paint: each surface does that in its own
way.
"""
