"""Image chat: plan, retrieve, execute, review, and return to retrieve while the critic is not satisfied."""

from services.orchestrator.domain.image_chat.state import ImageChatState
from services.orchestrator.domain.image_chat.workflow import ImageChat

__all__ = ["ImageChat", "ImageChatState"]
