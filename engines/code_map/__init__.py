"""An overview of Python modules: their definitions, their imports of each other, and symbols without a docstring."""

from engines.code_map.outline import ModuleOutline, Symbol, find_cycles, outline_module

__all__ = ["ModuleOutline", "Symbol", "find_cycles", "outline_module"]
