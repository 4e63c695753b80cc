"""OpenAI's API, and DashScope's mode compatible with it: chat, embeddings, images, models."""

from services.fake_providers.openai.routes import ENDPOINTS, compatible_routes, routes

__all__ = ["ENDPOINTS", "compatible_routes", "routes"]
