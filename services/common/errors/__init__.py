"""The error model: every code with its meaning, and the exception that has it."""

from services.common.errors.catalog import CATALOG
from services.common.errors.codes import Category, Code, Level
from services.common.errors.error import ReflowError
from services.common.errors.kind import ErrorKind

__all__ = ["CATALOG", "Category", "Code", "ErrorKind", "Level", "ReflowError"]
