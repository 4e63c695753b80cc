"""The configured image engines."""

import asyncio
from dataclasses import dataclass

from services.common.contract.image_chat import ReferenceUse
from services.common.errors import Code, ReflowError
from services.common.text.language import Language, Text
from services.executor.domain.image_engine import BUILTIN, EngineAbilities, ImageEngine

MAX_NAME_LENGTH = 64


@dataclass(frozen=True, slots=True)
class UnavailableEngine:
    """An engine that is not available; *problem* is the reason."""

    name: str
    abilities: EngineAbilities
    problem: Text


@dataclass(frozen=True, slots=True)
class ImageSize:
    """Width and height in pixels."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class EngineDescription:
    """An engine, its abilities and whether it is ready; mirrors ImageEngine of the contract."""

    name: str
    is_default: bool
    can_repaint: bool
    reference_uses: tuple[ReferenceUse, ...]
    sizes: tuple[ImageSize, ...]
    ready: bool
    reason: str


class EngineRegistry:
    """The configured engines, the default first; the built-in one is always among them."""

    def __init__(self, engines: tuple[ImageEngine, ...], unavailable: tuple[UnavailableEngine, ...] = ()) -> None:
        self._engines = {engine.name: engine for engine in engines}
        self._unavailable = {engine.name: engine for engine in unavailable}
        self._default = engines[0]
        self._builtin = self._engines[BUILTIN]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the engines, the default first."""
        return tuple(self._engines)

    async def describe(self, language: Language) -> tuple[EngineDescription, ...]:
        """Return all engines, the default first, with the reasons of those that are not ready in *language*."""
        engines = tuple(self._engines.values())
        problems = await asyncio.gather(*(engine.find_problem() for engine in engines))
        described = [
            self._describe(engine.name, engine.abilities, problem, language)
            for engine, problem in zip(engines, problems, strict=True)
        ]
        absent = [
            self._describe(engine.name, engine.abilities, engine.problem, language)
            for engine in self._unavailable.values()
        ]
        return (*described, *absent)

    def _describe(
        self, name: str, abilities: EngineAbilities, problem: Text | None, language: Language
    ) -> EngineDescription:
        return EngineDescription(
            name,
            is_default=name == self._default.name,
            can_repaint=abilities.can_repaint,
            reference_uses=abilities.reference_uses,
            sizes=tuple(ImageSize(*size) for size in abilities.sizes),
            ready=problem is None,
            reason="" if problem is None else problem.pick(language),
        )

    def select(self, model: str, *, builtin_only: bool = False) -> ImageEngine:
        """Return the engine of *model*, the default for "", or the built-in one once the budget is used up.

        Raises:
            ReflowError: `MODEL_UNKNOWN`; its text names the configured engines, or the missing ability of the engine.

        """
        if builtin_only:
            return self._builtin
        engine = self._engines.get(model) if model else self._default
        if engine is None:
            raise ReflowError(
                Code.MODEL_UNKNOWN, self._explain_unknown(model), field="preferred_model", node="executor"
            )
        return engine

    def _explain_unknown(self, model: str) -> Text:
        available, name = ", ".join(self.names), model[:MAX_NAME_LENGTH]
        if model in self._unavailable:
            problem = self._unavailable[model].problem
            return Text(
                f"图像模型“{name}”还不能用：{problem.zh}。可用的有：{available}。",
                f'The image model "{name}" cannot be used: {problem.en}. Available: {available}.',
            )
        return Text(
            f"没有配置图像模型“{name}”。可用的有：{available}。",
            f'The image model "{name}" is not configured. Available: {available}.',
        )
