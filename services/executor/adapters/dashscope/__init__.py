from services.executor.adapters.dashscope.source import DashScopeImages

__all__ = ["DashScopeImages"]
