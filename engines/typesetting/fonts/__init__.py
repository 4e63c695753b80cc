"""The fonts that come with the engine: Noto Sans SC, regular and bold."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from engines.typesetting.typeface import Typeface
from engines.typesetting.values import Weight

FOLDER = Path(__file__).resolve().parent
_FILES = {Weight.REGULAR: "NotoSansSC-Regular.ttf", Weight.BOLD: "NotoSansSC-Bold.ttf"}


@cache
def load_typefaces() -> Mapping[Weight, Typeface]:
    """Return the typeface of every weight; files are read once per process."""
    return {weight: Typeface((FOLDER / name).read_bytes()) for weight, name in _FILES.items()}
