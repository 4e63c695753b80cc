"""An overview of Python modules: what they define, what they import of each other, and what has no docstring."""

from engines.code_map.outline import ModuleOutline, Symbol, find_cycles, outline_module

__all__ = ["ModuleOutline", "Symbol", "find_cycles", "outline_module"]
