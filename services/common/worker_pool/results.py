"""Reader of what worker processes return: data only.

A worker decodes untrusted files. A compromised worker must not run code in the service, which has the keys: a pickle
may name only classes of data, and no function.
"""

import io
import pickle
from dataclasses import is_dataclass
from enum import Enum
from typing import Any

from pydantic import BaseModel

from services.common.worker_pool.process_main import OWN_PACKAGES

# Plain values that pickle names as classes.
_VALUES = {("builtins", name) for name in ("set", "frozenset", "bytearray", "complex", "range", "slice")} | {
    ("datetime", name) for name in ("datetime", "date", "time", "timedelta", "timezone")
}
# How numpy restores arrays, dtypes and scalars from bytes.
_ARRAYS = {
    (module, name)
    for package in ("numpy._core", "numpy.core")
    for module, name in (
        (f"{package}.multiarray", "_reconstruct"),
        (f"{package}.multiarray", "scalar"),
        (f"{package}.numeric", "_frombuffer"),
    )
} | {("numpy", "ndarray"), ("numpy", "dtype")}


class UnsafeResult(Exception):
    """A worker returned something other than data."""


class _DataUnpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("builtins", "getattr"):
            return _enum_member
        if (module, name) in _VALUES | _ARRAYS:
            return super().find_class(module, name)
        if module == "builtins" or (module.partition(".")[0] in OWN_PACKAGES and "__main__" not in module):
            found = super().find_class(module, name)
            if isinstance(found, type) and _is_data(found):
                return found
        raise UnsafeResult(f"a worker returned {module}.{name}, which is no data")


def load_result(data: bytes) -> tuple[bool, Any]:
    """Return whether the worker's function returned, and what it returned or raised. Raises UnsafeResult."""
    try:
        answer = _DataUnpickler(io.BytesIO(data)).load()
    except UnsafeResult:
        raise
    except Exception as error:
        raise UnsafeResult(f"a worker returned what cannot be read: {type(error).__name__}: {error}") from error
    match answer:
        case (True, value):
            return True, value
        case (False, BaseException() as raised):
            return False, raised
    raise UnsafeResult("a worker returned no answer")


def _is_data(kind: type) -> bool:
    return is_dataclass(kind) or issubclass(kind, BaseException | Enum | BaseModel | tuple)


def _enum_member(kind: object, name: object) -> Enum:
    """Stand in for getattr, by which some Python versions pickle the member of an enumeration."""
    if isinstance(kind, type) and issubclass(kind, Enum) and isinstance(name, str):
        return kind[name]
    raise UnsafeResult("a worker returned an attribute, which is no data")
