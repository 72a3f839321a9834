from wirecodec._native import bson as bson

__all__ = ["__version__", "bson"]

__version__: str
