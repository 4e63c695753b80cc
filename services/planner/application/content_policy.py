"""The content policy of a deployment: what requests for notes are rejected."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engines.language.content_policy import Violation, find_violation
from services.common.errors import Code, ReflowError
from services.common.text.language import Text

_INSULT = Text(
    "这句话里没有可以写的主题，只有骂人的话。请直接说想写什么。",
    "This has no topic to write about, only an insult. Please say what the note should be about.",
)
_HARM = Text(
    "这个请求可能伤害人或动物，不能写。可以换成预防或安全方面的主题。",
    "This request could harm people or animals and will not be written. A note on prevention or safety is possible.",
)
_SELF_HARM = Text(
    "这个不能写。如果你正在难过，请联系身边信任的人，或拨打当地的心理援助热线（中国大陆 12356）。",
    "This will not be written. If you are struggling, please reach out to somebody you trust or to a local helpline.",
)
_TEXTS: Mapping[Violation, Text] = MappingProxyType({Violation.INSULT: _INSULT, Violation.SELF_HARM: _SELF_HARM})


@dataclass(frozen=True, slots=True)
class ContentPolicy:
    """Rejects harmful requests and insults; kinds in *allowed* pass, all do where it is not *enabled*."""

    enabled: bool = True
    allowed: tuple[str, ...] = ()

    def check(self, text: str) -> None:
        """Raise CONTENT_REFUSED, in plain words, for a *text* that the policy rejects."""
        violation = find_violation(text, self.allowed) if self.enabled else None
        if violation is not None:
            raise ReflowError(Code.CONTENT_REFUSED, _TEXTS.get(violation, _HARM), field="text")
