"""Fake ComfyUI server: HTTP routes, WebSocket, a queue with one worker, and images."""

from services.fake_providers.comfyui.routes import ENDPOINTS, routes

__all__ = ["ENDPOINTS", "routes"]
