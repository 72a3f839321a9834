"""Codecs for binary wire formats, byte-compatible across languages.

One module a format: `wirecodec.bson`.
"""

from wirecodec._native import __version__

__all__ = ["__version__"]
