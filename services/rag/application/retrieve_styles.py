"""Use case: retrieve matching styles and build the final prompt."""

from collections.abc import AsyncGenerator, Callable, Sequence

from services.common.contract import requests
from services.common.contract.activity import Activity, Thought, Usage
from services.common.contract.image_chat import EnhancedPrompt, Look, RetrievedStyle
from services.common.contract.step import StepCall
from services.common.rpc.deadlines import MODEL_SHARE
from services.common.telemetry import ErrorStatistics
from services.common.text.language import Language, Text
from services.rag.application.style_search import StyleSearch
from services.rag.domain.name_corrections import NameCorrections
from services.rag.domain.rank_fusion import Match
from services.rag.domain.style_prompt import compose_query, correct_query, enhance

NODE = "rag"
FOUND = Text("找到风格：{styles}", "Styles found: {styles}")
NOT_FOUND = Text("没有匹配的风格，按原文绘制。", "No style matches; painting as written.")
BY_NAME = Text(
    "这次不再使用远程模型，只按名称查找风格。",
    "No remote model is used any more; only styles that are named are found.",
)
MODEL_FAILED = Text(
    "检索模型没有可用的回答，只查找点名的风格：{why}",
    "The embedding model is not available; only styles that are named are found: {why}",
)
IMPROVING = Text("按评审的建议改进：{suggestions}", "Improving as the critic requested: {suggestions}")


class RetrieveStyles:
    """Enhances the prompt of a request with the styles of the library that match it."""

    def __init__(
        self,
        retrieval: StyleSearch,
        corrections: NameCorrections,
        errors: ErrorStatistics,
        *,
        seconds: float,
        clock: Callable[[], float],
    ) -> None:
        """Limit a step to *seconds* on *clock*, which is also the clock of the models."""
        self._retrieval = retrieval
        self._corrections = corrections
        self._errors = errors
        self._seconds = seconds
        self._clock = clock

    async def __call__(
        self, request: requests.RetrieveStyles, call: StepCall
    ) -> AsyncGenerator[Activity | EnhancedPrompt, None]:
        """Yield activities, then the enhanced prompt. Raises as `StyleSearch.retrieve` does."""
        language = call.language
        if request.suggestions:
            yield Thought(IMPROVING.pick(language).format(suggestions="；".join(request.suggestions)))
        query = compose_query(request.style, request.subject, request.text, request.suggestions)
        query = correct_query(query, self._corrections) if query else query
        deadline = call.deadline(self._seconds, self._clock, share=MODEL_SHARE)
        async for event in self._retrieval.retrieve(
            query, deadline=deadline, fresh=request.fresh, builtin_only=call.context.builtin_only
        ):
            if isinstance(event, Usage):
                yield event
                continue
            if event.failure is not None:
                self._errors.record_survived(event.failure, call.context, NODE)
                yield Thought(MODEL_FAILED.pick(language).format(why=event.failure.message(language)))
            elif event.by_name and query:
                yield Thought(BY_NAME.pick(language))
            yield Thought(_describe(event.styles, language))
            yield _build_prompt(request.text, event.styles, request.suggestions, language)


def _describe(matches: Sequence[Match], language: Language) -> str:
    if not matches:
        return NOT_FOUND.pick(language)
    styles = ", ".join(f"{_pick_name(match, language)} {match.similarity:.2f}" for match in matches)
    return FOUND.pick(language).format(styles=styles)


def _build_prompt(
    text: str, matches: Sequence[Match], suggestions: Sequence[str], language: Language
) -> EnhancedPrompt:
    retrieved = tuple(
        RetrievedStyle(
            key=match.style.key,
            style=_pick_name(match, language),
            prompt=match.style.pick_prompt(text),
            similarity=match.similarity,
            look=Look(match.style.medium.value, match.style.palette),
        )
        for match in matches
    )
    return EnhancedPrompt(text, retrieved, enhance(text, matches, suggestions))


def _pick_name(match: Match, language: Language) -> str:
    zh, en = match.style.name_zh, match.style.name_en
    return (zh or en) if language is Language.CHINESE else (en or zh)
