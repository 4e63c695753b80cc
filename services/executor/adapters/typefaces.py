"""The fonts that ship with the executor."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from services.executor.domain.overlay.typeface import Typeface
from services.executor.domain.overlay.values import Weight

FOLDER = Path(__file__).resolve().parent.parent / "fonts"
_FILES = {Weight.REGULAR: "NotoSansSC-Regular.ttf", Weight.BOLD: "NotoSansSC-Bold.ttf"}


@cache
def shipped_typefaces() -> Mapping[Weight, Typeface]:
    """Return a typeface for every weight, read once in a process."""
    return {weight: Typeface((FOLDER / name).read_bytes()) for weight, name in _FILES.items()}
