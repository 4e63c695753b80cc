"""Times and durations as text. Pure."""

from datetime import UTC, datetime

from google.protobuf.timestamp_pb2 import Timestamp

from services.common.text.language import Language, Text

_MILLISECONDS = Text("{milliseconds} 毫秒", "{milliseconds} ms")
_SECONDS = Text("{seconds:.1f} 秒", "{seconds:.1f} s")
_MINUTES = Text("{minutes} 分 {seconds:02d} 秒", "{minutes} min {seconds:02d} s")
_HOURS = Text("{hours} 小时 {minutes:02d} 分", "{hours} h {minutes:02d} min")
_DAYS = Text("{days} 天 {hours} 小时", "{days} d {hours} h")
_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400
# Up to this offset in seconds, only seconds are displayed; beyond it also hours and minutes.
_MAX_SECONDS_ALONE = 1_000.0


def to_datetime(at: Timestamp) -> datetime:
    """Return *at* as a datetime in UTC."""
    return at.ToDatetime(UTC)


def format_time(at: Timestamp) -> str:
    """Return a time in this machine's time zone."""
    return f"{to_datetime(at).astimezone():%Y-%m-%d %H:%M:%S}"


def format_short_time(at: Timestamp) -> str:
    """Return a time in this machine's time zone, without the year and the seconds."""
    return f"{to_datetime(at).astimezone():%m-%d %H:%M}"


def format_offset(seconds: float) -> str:
    """Return the time since the start of a run: "+1.234 s", "+1:02:03.456", "+2 d 03:04:05.678"."""
    if seconds < _MAX_SECONDS_ALONE:
        return f"+{max(0.0, seconds):.3f} s"
    total, thousandths = divmod(round(seconds * 1_000), 1_000)
    days, rest = divmod(total, _DAY)
    hours, rest = divmod(rest, _HOUR)
    formatted = f"{hours:02d}:{rest // _MINUTE:02d}:{rest % _MINUTE:02d}.{thousandths:03d}"
    return f"+{days} d {formatted}" if days else f"+{formatted.removeprefix('0')}"


def format_duration(seconds: float, language: Language) -> str:
    """Return a duration; longer durations are less precise."""
    if seconds < 1:
        return _MILLISECONDS.pick(language).format(milliseconds=max(0, round(seconds * 1_000)))
    total = int(seconds)
    if total < _MINUTE:
        return _SECONDS.pick(language).format(seconds=seconds)
    if total < _HOUR:
        return _MINUTES.pick(language).format(minutes=total // _MINUTE, seconds=total % _MINUTE)
    if total < _DAY:
        return _HOURS.pick(language).format(hours=total // _HOUR, minutes=total % _HOUR // _MINUTE)
    return _DAYS.pick(language).format(days=total // _DAY, hours=total % _DAY // _HOUR)
