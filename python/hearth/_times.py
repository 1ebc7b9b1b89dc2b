"""Times and durations in the form that the compiled part reads."""

from __future__ import annotations

import datetime
import math
import numbers

import numpy as np

from .errors import InputError


def stamp(time) -> str | None:
    """Return an ISO 8601 time stamp.

    Accepts a string, ``datetime``, ``date``, Timestamp or ``datetime64``.
    """
    if time is None or isinstance(time, str):
        return time
    if hasattr(time, "isoformat"):
        return time.isoformat()
    if isinstance(time, np.datetime64):  # UTC, like `Results.times`
        return str(time.astype("datetime64[ms]")) + "Z"
    raise InputError(
        f"a {type(time).__name__} is not a time; use a datetime or an ISO 8601 time stamp"
    )


def duration(length) -> str | None:
    """Return seconds or ISO 8601 for a string, a number or a ``timedelta``."""
    if length is None or isinstance(length, str):
        return length
    if isinstance(length, np.timedelta64):
        length = length / np.timedelta64(1, "s")
    if hasattr(length, "total_seconds"):
        length = length.total_seconds()
    is_number = isinstance(length, numbers.Real) and not isinstance(length, bool)
    if is_number and math.isfinite(length):
        if abs(length * 1000 - round(length * 1000)) > 1e-6:
            raise InputError(f"{length!r} s is not a whole number of milliseconds")
        return f"{length:.3f}".rstrip("0").rstrip(".")
    raise InputError(f"{length!r} is not a duration; use seconds, a timedelta or ISO 8601")


def zone(name: str) -> datetime.tzinfo:
    """Return the zone of an IANA name or of an offset such as ``+01:00``."""
    if name in ("UTC", "Z", ""):
        return datetime.UTC
    offset = name.removeprefix("UTC")
    if offset[:1] in "+-":
        return datetime.datetime.fromisoformat(f"2000-01-01T00:00:00{offset}").tzinfo
    import zoneinfo

    return zoneinfo.ZoneInfo(name)
