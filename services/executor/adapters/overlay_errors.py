"""Errors of the typesetting engine as errors of the contract."""

from collections.abc import Iterator
from contextlib import contextmanager

from engines.typesetting.values import OverlayError
from services.common.errors import Code, ReflowError


@contextmanager
def map_overlay_errors() -> Iterator[None]:
    """Raise INVALID_INPUT_FORMAT with the field of an OverlayError in its place."""
    try:
        yield
    except OverlayError as error:
        raise ReflowError(Code.INVALID_INPUT_FORMAT, error.text, field=error.field, node="executor") from error
