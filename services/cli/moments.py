"""When things happened in a run and how long they took, in words. Pure."""

from datetime import UTC, datetime

from google.protobuf.timestamp_pb2 import Timestamp

from services.common.language import Language, Text

_MILLISECONDS = Text("{milliseconds} 毫秒", "{milliseconds} ms")
_SECONDS = Text("{seconds:.1f} 秒", "{seconds:.1f} s")
_MINUTES = Text("{minutes} 分 {seconds:02d} 秒", "{minutes} min {seconds:02d} s")
_HOURS = Text("{hours} 小时 {minutes:02d} 分", "{hours} h {minutes:02d} min")
_DAYS = Text("{days} 天 {hours} 小时", "{days} d {hours} h")
_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400
# Until here seconds alone are told, past it hours and minutes too.
_SHORT = 1_000.0


def moment(at: Timestamp) -> datetime:
    """Return the moment of a message."""
    return at.ToDatetime(UTC)


def clock(at: Timestamp) -> str:
    """Return a moment as the clocks of this machine show it."""
    return f"{moment(at).astimezone():%Y-%m-%d %H:%M:%S}"


def short_clock(at: Timestamp) -> str:
    """Return a moment as the clocks of this machine show it, without the year and the seconds."""
    return f"{moment(at).astimezone():%m-%d %H:%M}"


def offset(seconds: float) -> str:
    """Return how long after its run began something happened: "+1.234 s", "+1:02:03.456", "+2 d 03:04:05.678"."""
    if seconds < _SHORT:
        return f"+{max(0.0, seconds):.3f} s"
    whole, thousandths = divmod(round(seconds * 1_000), 1_000)
    days, rest = divmod(whole, _DAY)
    hours, rest = divmod(rest, _HOUR)
    told = f"{hours:02d}:{rest // _MINUTE:02d}:{rest % _MINUTE:02d}.{thousandths:03d}"
    return f"+{days} d {told}" if days else f"+{told.removeprefix('0')}"


def took(seconds: float, language: Language) -> str:
    """Return how long something took, the longer the coarser."""
    if seconds < 1:
        return _MILLISECONDS.pick(language).format(milliseconds=max(0, round(seconds * 1_000)))
    whole = int(seconds)
    if whole < _MINUTE:
        return _SECONDS.pick(language).format(seconds=seconds)
    if whole < _HOUR:
        return _MINUTES.pick(language).format(minutes=whole // _MINUTE, seconds=whole % _MINUTE)
    if whole < _DAY:
        return _HOURS.pick(language).format(hours=whole // _HOUR, minutes=whole % _HOUR // _MINUTE)
    return _DAYS.pick(language).format(days=whole // _DAY, hours=whole % _DAY // _HOUR)
