"""DashScope's native interface for images that is not: tasks, requests at once, and the pictures they end in."""

from services.fake_providers.dashscope.doors import DOORS, routes

__all__ = ["DOORS", "routes"]
