from services.executor.adapters.dashscope.provider import DashScopeProvider

__all__ = ["DashScopeProvider"]
