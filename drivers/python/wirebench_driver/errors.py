"""The one error of the driver itself: something asked of it cannot be done, and why."""


class DriverError(Exception):
    """Its message becomes an ``error`` line."""
