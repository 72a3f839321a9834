"""wirebench: codecs against their peers in every language, on the same bytes, in one run.

The straight walk from suite to report: `suite` reads what is to be measured, `corpora` makes the
input, `toolchains` builds the drivers, `driver` talks to them, `verify` checks that they are right,
`measure` times them in turn, `statistics` says what the times mean, `history` keeps them, `report`
shows them. `cli` is the way in.
"""

__version__ = "0.1.0"
