"""The configured image engines."""

from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.executor.domain.image_engine import BUILTIN, ImageEngine

MAX_NAME_LENGTH = 64


class EngineRegistry:
    """The configured engines, the default first; the built-in one is always among them."""

    def __init__(self, engines: tuple[ImageEngine, ...]) -> None:
        self._engines = {engine.name: engine for engine in engines}
        self._default = engines[0]
        self._builtin = self._engines[BUILTIN]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the engines, the default first."""
        return tuple(self._engines)

    def select(self, model: str, *, builtin_only: bool = False) -> ImageEngine:
        """Return the engine of *model*, the default for "", or the built-in one once the budget is used up.

        Raises:
            ReflowError: `MODEL_UNKNOWN`; its text names the configured engines.

        """
        if builtin_only:
            return self._builtin
        engine = self._engines.get(model) if model else self._default
        if engine is None:
            available, name = ", ".join(self.names), model[:MAX_NAME_LENGTH]
            text = Text(
                f"没有配置图像模型“{name}”。可用的有：{available}。",
                f'The image model "{name}" is not configured. Available: {available}.',
            )
            raise ReflowError(Code.MODEL_UNKNOWN, text, field="preferred_model", node="executor")
        return engine
