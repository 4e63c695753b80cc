"""The content policy of a deployment, which rejects harmful requests for notes and images."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engines.language.content_policy import Violation, find_violation
from services.common.errors import Code, ReflowError
from services.common.text.language import Text

_IMAGE_OF = re.compile(
    r"\b(?:make|build|create|draw|paint|render)\b.{0,24}?"
    r"\b(?:picture|image|painting|drawing|poster|photo|illustration|sketch|icon|logo|sticker)s?\b"
    r"|(?:做|制作|造|画|生成)(?:一)?(?:张|幅|个)?.{0,6}?(?:图|图片|画|海报|插画|贴纸|头像)",
    re.IGNORECASE,
)
_INSULT = Text(
    "这句话里没有可以写的主题，只有骂人的话。请直接说想写什么。",
    "This has no topic to write about, only an insult. Please say what the note should be about.",
)
_HARM = Text(
    "这个请求可能伤害人或动物，不能做。可以换成预防或安全方面的内容。",
    "This request could harm people or animals and is refused. Something on prevention or safety is possible.",
)
_SELF_HARM = Text(
    "这个不能做。如果您正在难过，请联系身边信任的人，或拨打当地的心理援助热线（中国大陆 12356）。",
    "This is refused. If you are struggling, please reach out to somebody you trust or to a local helpline.",
)
_TEXTS: Mapping[Violation, Text] = MappingProxyType({Violation.INSULT: _INSULT, Violation.SELF_HARM: _SELF_HARM})


@dataclass(frozen=True, slots=True)
class ContentPolicy:
    """Rejects harmful requests and insults; kinds in *allowed* pass, and all pass if it is not *enabled*."""

    enabled: bool = True
    allowed: tuple[str, ...] = ()

    def check(self, text: str) -> None:
        """Raise CONTENT_REFUSED, in plain words, for a *text* that the policy rejects."""
        self._reject(text, self.allowed)

    def check_image(self, text: str) -> None:
        """Raise CONTENT_REFUSED for a *text* that requests harm in addition to an image.

        A request for an image of a bomb is not a request for a bomb. The image chat itself answers insults.
        """
        self._reject(_IMAGE_OF.sub(" ", text), (*self.allowed, Violation.INSULT))

    def _reject(self, text: str, allowed: tuple[str, ...]) -> None:
        violation = find_violation(text, allowed) if self.enabled else None
        if violation is not None:
            raise ReflowError(Code.CONTENT_REFUSED, _TEXTS.get(violation, _HARM), field="text")
