"""Tests of what the bench knows of the formats themselves."""
