"""What the kernel tells of the machine: displays, inputs, sound, power, storage, messages, starts.

Frozen values, read below the root of a file system that a test can pass. Nothing here needs a package: `doctor` and the
report have to work where all of them are missing.
"""
