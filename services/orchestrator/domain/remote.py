"""What of the work remote models do, as far as workflows need to know."""

from dataclasses import dataclass

from services.common.errors import Code
from services.common.language import Language, Text
from services.orchestrator.domain.values import Failure

BUILTIN = "builtin"

NO_SUCH_ENGINE = Text(
    "没有配置图像模型“{wanted}”。可用的有：{engines}。",
    'The image model "{wanted}" is not configured. There are: {engines}.',
)


@dataclass(frozen=True, slots=True)
class RemoteModels:
    """What is configured: whether a role, the planner, the writer ask a remote model, and who paints by default.

    `default_image`: whether who names no image engine gets a remote one. `engines` are the image engines there are;
    None where only the executor knows.
    """

    roles: bool
    default_image: bool
    engines: tuple[str, ...] | None = None
    planner: bool = False
    writer: bool = False

    def paints(self, preferred: str) -> bool:
        """Whether a remote engine paints for who prefers *preferred* ("" for none)."""
        return self.default_image if not preferred else preferred != BUILTIN

    def unknown_engine(self, wanted: str, language: Language, node: str) -> Failure | None:
        """Return why *wanted* cannot be had: before anything is paid for, and as the executor says it."""
        if not wanted or self.engines is None or wanted in self.engines:
            return None
        told = NO_SUCH_ENGINE.pick(language).format(wanted=wanted[:64], engines=", ".join(self.engines))
        return Failure(Code.MODEL_UNKNOWN, told, node=node)


BUILT_IN = RemoteModels(roles=False, default_image=False)
