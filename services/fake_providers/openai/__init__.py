"""OpenAI's API, and DashScope's mode compatible with it: chat, embeddings, images, models."""

from services.fake_providers.openai.routes import DOORS, compatible_routes, routes

__all__ = ["DOORS", "compatible_routes", "routes"]
