"""A ComfyUI server that is not: its HTTP routes, its WebSocket, a queue with one worker, and pictures."""

from services.fake_providers.comfyui.doors import DOORS, routes

__all__ = ["DOORS", "routes"]
