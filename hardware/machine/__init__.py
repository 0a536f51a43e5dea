"""Readings of the machine, as the kernel reports them: displays, inputs, sound, power, storage, messages, boots.

Functions return frozen values, read below a root folder that tests can pass. Nothing here needs a package: `doctor` and
the report have to work where all of them are missing.
"""
