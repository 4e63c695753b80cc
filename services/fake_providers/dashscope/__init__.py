"""Fake native image API of DashScope: tasks, synchronous requests, and their images."""

from services.fake_providers.dashscope.routes import ENDPOINTS, routes

__all__ = ["ENDPOINTS", "routes"]
