"""The configuration of remote models that workflows need."""

from dataclasses import dataclass

from services.common.contract.failure import Failure
from services.common.errors import Code
from services.common.text.choices import list_names
from services.common.text.language import Language, Text

BUILTIN = "builtin"

UNKNOWN_IMAGE_MODEL = Text(
    "没有配置图像模型“{model}”。可用的有：{engines}。",
    'The image model "{model}" is not configured. There are: {engines}.',
)


@dataclass(frozen=True, slots=True)
class RemoteModels:
    """Whether any role and the writer use a remote model, and which image engines exist.

    `default_image`: whether the default image engine is remote. `engines`: names of the image engines; None when only
    the executor knows them.
    """

    roles: bool
    default_image: bool
    engines: tuple[str, ...] | None = None
    writer: bool = False

    def is_remote_model(self, preferred: str) -> bool:
        """Whether the image engine *preferred* ("" for the default) is remote."""
        return self.default_image if not preferred else preferred != BUILTIN

    def unknown_model(self, model: str, language: Language, node: str) -> Failure | None:
        """Return the failure of a *model* that is not configured, with the executor's text; None for a known one."""
        if not model or self.engines is None or model in self.engines:
            return None
        message = UNKNOWN_IMAGE_MODEL.pick(language).format(
            model=model[:64], engines=list_names(self.engines).pick(language)
        )
        return Failure(Code.MODEL_UNKNOWN, message, node=node)


NO_REMOTE_MODELS = RemoteModels(roles=False, default_image=False)
