"""Rules that find private data in a line of text. A kind of number with a checksum must match it. Pure."""

import ipaddress
import re
from collections.abc import Callable
from typing import Literal

PrivateKind = Literal["phone", "email", "id_number", "card", "secret", "ip"]

MAX_LENGTH = 1_000
# GB 11643-1999: weights of the digits, and the check character of each remainder.
_ID_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_ID_CHECKS = "10X98765432"
_MIN_CARD, _MAX_CARD = 13, 19

_EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}", re.ASCII)
_ID = re.compile(r"(?<!\d)\d{17}[\dXx](?![\dA-Za-z])")
_CARD = re.compile(r"(?<![\d-])\d(?:[ -]?\d){12,18}(?![\d-])")
_PHONE = re.compile(
    r"(?<![\w.])(?:"
    r"(?:\+?86[ -]?)?1[3-9]\d[ -]?\d{4}[ -]?\d{4}"  # mobile phones of China
    r"|0\d{2,3}-\d{3,4}[ -]?\d{4}"  # its fixed lines
    r"|[48]00-?\d{3,4}-?\d{3,4}"  # its service lines
    r"|\+\d{1,3}[ -]?(?:\(\d{1,4}\)[ -]?)?\d{2,4}(?:[ -]?\d{2,4}){1,3}"  # international
    r"|\(\d{3}\)[ -]?\d{3}-\d{4}"  # North America
    r")(?![\d])"
)
_SECRETS = (
    # A name, then its value. A value has a digit or a sign, or follows a colon or an equals sign directly.
    re.compile(
        r"(?:password|passwd|pwd|secret|secret[_ ]key|api[_ -]?key|access[_ -]?key|token|密码|口令|密钥|令牌)"
        r"\s*[:=：]\s*(?P<value>\S{4,})",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:验证码|校验码|动态码|verification code|passcode|one-time code)\D{0,6}(?P<value>\d{4,8})(?!\d)", re.I
    ),
    # Keys with a prefix that identifies their kind.
    re.compile(r"\b(?:sk|pk|rk)-[\w-]{16,}|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_\w{20,}|\bxox[abprs]-[\w-]{10,}"),
    re.compile(r"\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]+)?"),
    re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY"),
)
_ADDRESS = re.compile(r"(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){3,7})(?![\w.:])")
# Dotted numbers with parts this small are numbers of versions and sections.
_MIN_ADDRESS_START = 10


def find_private_data(text: str) -> tuple[PrivateKind, ...]:
    """Return the kinds of private data in a line of *text*, of which only the first 1,000 characters are examined."""
    line = text[:MAX_LENGTH]
    return tuple(kind for kind, has in _RULES if has(line))


def _has_id(line: str) -> bool:
    return any(_is_id(match[0].upper()) for match in _ID.finditer(line))


def _is_id(number: str) -> bool:
    month, day = int(number[10:12]), int(number[12:14])
    total = sum(int(digit) * weight for digit, weight in zip(number[:17], _ID_WEIGHTS, strict=True))
    # OCR may read one digit wrong: a plausible date of birth is enough.
    return _ID_CHECKS[total % 11] == number[17] or (number[6:8] in ("19", "20") and 1 <= month <= 12 and 1 <= day <= 31)


def _has_card(line: str) -> bool:
    return any(_is_card(match[0]) for match in _CARD.finditer(line))


def _is_card(number: str) -> bool:
    """Return whether *number* is one of a card: grouped as cards are, or valid by Luhn (ISO/IEC 7812)."""
    digits = [int(character) for character in number if character.isdigit()]
    if not _MIN_CARD <= len(digits) <= _MAX_CARD:
        return False
    doubled = [digit * 2 - 9 * (digit > 4) for digit in digits[-2::-2]]
    is_valid = (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0
    groups = re.split(r"[ -]", number)
    return (is_valid and len(groups) != 5) or (len(groups) >= 4 and all(len(group) == 4 for group in groups[:4]))


def _has_address(line: str) -> bool:
    return any(_is_address(match[0]) for match in _ADDRESS.finditer(line))


def _is_address(text: str) -> bool:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    if address.version == 6:
        return "::" in text or text.count(":") == 7
    return int(text.partition(".")[0]) >= _MIN_ADDRESS_START


def _searches(*patterns: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda line: any(pattern.search(line) for pattern in patterns)


_RULES: tuple[tuple[PrivateKind, Callable[[str], bool]], ...] = (
    ("email", _searches(_EMAIL)),
    ("id_number", _has_id),
    ("secret", _searches(*_SECRETS)),
    ("card", _has_card),
    ("phone", _searches(_PHONE)),
    ("ip", _has_address),
)
