"""What the bench itself knows of each wire format: a reference codec, and what counts as the same.

One package a format. Nothing here is ever timed: the reference codecs are slow and plainly right.
"""
