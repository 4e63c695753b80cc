"""The analysis of the pictures of one step: what is kept, what is found out anew, and what could not be."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from services.common.cache import TimedCache
from services.common.errors import Code, ReflowError
from services.common.language import Language, Text
from services.common.models.values import ChatModel
from services.common.serving.activities import thought, told_by_model, working
from services.rag.adapters.assets import FIELD
from services.rag.adapters.seeing import NODE, Interest
from services.rag.domain.references.analysis import BUILTIN, Analysis, summary
from services.rag.domain.references.impression import Impression
from services.rag.domain.references.measured import Measured
from services.rag.lanes import Lanes, Sheet, Tell, Tools
from services.rag.sights import Impressions, Sights

KEPT_PICTURES = 1_000

SEEING = Text("正在等看图模型的解读", "Waiting for the vision model")
BLIND = Text("看图模型没有解读第 {numbers} 张：{why}", "The vision model said nothing of picture {numbers}: {why}")
NOT_LOOKED_AT = Text(
    "第 {numbers} 张来不及分析，这次没有用上。",
    "There was no time to look at picture {numbers}: nothing is known of it this time.",
)
NOT_READ = Text(
    "第 {numbers} 张来不及识别文字，其余分析不受影响。",
    "There was no time to read the texts of picture {numbers}; all else was looked at.",
)
PARTLY_READ = Text(
    "第 {numbers} 张的文字没有读完，只有最大的几行。",
    "Picture {numbers} was not read to the end: its largest lines are there.",
)
CANNOT_READ = Text(
    "这里无法识别文字，只分析了颜色、明暗与构图。",
    "Texts cannot be read here: only colours, light and composition were looked at.",
)

Outcomes = Mapping[str, Impression | ReflowError]
Failed = Callable[[ReflowError], None]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which pictures a step wants understood, and how. *key* names the effect for providers that know such keys."""

    asset_ids: tuple[str, ...]
    interest: Interest
    key: str
    fresh: bool = False
    builtin_only: bool = False


class Kept:
    """What was found out, for so many seconds. An asset's id names its content: it is measured and read once."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self.measured: TimedCache[str, Measured] = TimedCache(KEPT_PICTURES, seconds, clock)
        self.texts: TimedCache[str, tuple[str, ...]] = TimedCache(KEPT_PICTURES, seconds, clock)
        self.impressions: Impressions = TimedCache(KEPT_PICTURES, seconds, clock)


class Analysing:
    """One step; see References.analyze for what it is given."""

    def __init__(
        self,
        tools: Tools,
        kept: Kept,
        model: ChatModel | None,
        wanted: Wanted,
        begin: Callable[[], float],
        failed: Failed,
    ) -> None:
        self._tools = tools
        self._kept = kept
        self._model = model
        self._wanted = wanted
        self._begin = begin
        self._failed = failed
        self._language = wanted.interest.language
        self._until = 0.0
        self._measured: dict[str, Measured] = {}
        self._texts: dict[str, tuple[str, ...]] = {}

    async def run(self, tell: Tell) -> tuple[Analysis, ...]:
        """Return the analyses, in the order of the pictures; *tell* hears what happens on the way."""
        sights = self._sights(tell)
        try:
            sheets = self._sheets(sights)
            if sheets:
                await self._look_over(sheets, sights, tell)
            outcomes = await self._outcomes(sights, tell)
        finally:
            if sights is not None:
                await sights.close()
        self._tell_failures(outcomes, tell)
        analyses = tuple(self._analysis(asset_id, outcomes.get(asset_id)) for asset_id in self._wanted.asset_ids)
        told = (summary(each, number, self._language) for number, each in enumerate(analyses, 1))
        tell(thought("\n".join(filter(None, told))))
        return analyses

    def _sights(self, tell: Tell) -> Sights | None:
        if self._model is None or self._wanted.builtin_only:
            return None
        return Sights(
            self._model,
            self._wanted.interest,
            self._kept.impressions,
            key=self._wanted.key,
            fresh=self._wanted.fresh,
            tell=lambda told: tell(told_by_model(told, self._language)),
        )

    def _sheets(self, sights: Sights | None) -> list[Sheet]:
        """Take what is kept, and return the pictures that something is still to be found out about, each once."""
        sheets: dict[str, Sheet] = {}
        for index, asset_id in enumerate(self._wanted.asset_ids):
            measured, texts = self._kept.measured.get(asset_id), self._kept.texts.get(asset_id)
            if measured is not None:
                self._measured[asset_id] = measured
            if texts is not None:
                self._texts[asset_id] = texts
            known = sights is None or sights.knows(asset_id)
            if measured is None or texts is None or not known:
                sheets.setdefault(asset_id, Sheet(asset_id, FIELD.format(index=index), read=texts is None))
        return list(sheets.values())

    async def _look_over(self, sheets: list[Sheet], sights: Sights | None, tell: Tell) -> None:
        def shown(asset_id: str, png: bytes) -> None:
            assert sights is not None, "pictures are shown where a model is to see them"
            sights.begin(asset_id, png, self._until)

        lanes = Lanes(
            self._tools, sheets, tell, self._language, begin=self._begun, shown=shown if sights is not None else None
        )
        try:
            await lanes.run()
        finally:
            self._take(lanes)
        if not self._measured:
            details = f"none of {len(sheets)} pictures was measured in time"
            raise ReflowError(Code.EXECUTION_TIMEOUT, details=details, node=NODE)
        self._tell_missing(lanes, sheets, tell)

    def _begun(self) -> float:
        self._until = self._begin()
        return self._until

    def _take(self, lanes: Lanes) -> None:
        """Take and keep what was found out, also by a step that then ran out of time: its next try has it."""
        for asset_id, measured in lanes.measured.items():
            self._measured[asset_id] = measured
            self._kept.measured.put(asset_id, measured)
        for asset_id, reading in lanes.texts.items():
            self._texts[asset_id] = reading.texts
            if reading.whole:
                self._kept.texts.put(asset_id, reading.texts)

    def _tell_missing(self, lanes: Lanes, sheets: list[Sheet], tell: Tell) -> None:
        """Tell what there was no time for, and of which pictures."""
        missed = set(self._wanted.asset_ids) - self._measured.keys()
        unread = {sheet.asset_id for sheet in sheets if sheet.read} - lanes.texts.keys() - missed
        partly = {asset_id for asset_id, reading in lanes.texts.items() if not reading.whole}
        if lanes.unreadable:
            tell(thought(CANNOT_READ.pick(self._language)))
            unread.clear()
        for text, concerned in ((NOT_LOOKED_AT, missed), (NOT_READ, unread), (PARTLY_READ, partly)):
            if concerned:
                tell(thought(text.pick(self._language).format(numbers=self._numbers(concerned))))

    async def _outcomes(self, sights: Sights | None, tell: Tell) -> Outcomes:
        if sights is None:
            return {}
        if sights.waiting:
            tell(working(0.9, SEEING.pick(self._language)))
        return await sights.all()

    def _tell_failures(self, outcomes: Outcomes, tell: Tell) -> None:
        """Tell each reason once, with the pictures it holds for, and record it once."""
        reasons: dict[str, list[str]] = defaultdict(list)
        for asset_id, outcome in outcomes.items():
            if isinstance(outcome, ReflowError):
                why = outcome.message(self._language)
                if why not in reasons:
                    self._failed(outcome)
                reasons[why].append(asset_id)
        for why, concerned in reasons.items():
            numbers = self._numbers(concerned)
            tell(thought(BLIND.pick(self._language).format(numbers=numbers, why=why)))

    def _analysis(self, asset_id: str, outcome: Impression | ReflowError | None) -> Analysis:
        seen = outcome if isinstance(outcome, Impression) else None
        measured = self._measured.get(asset_id)
        return Analysis(
            asset_id=asset_id,
            measured=measured,
            texts=self._texts.get(asset_id, ()),
            impression=seen,
            engine=self._model.name if self._model is not None and seen is not None else BUILTIN,
            degraded=measured is None or (self._model is not None and seen is None),
        )

    def _numbers(self, asset_ids: Iterable[str]) -> str:
        """Return the numbers of pictures as people count them, from 1."""
        concerned = set(asset_ids)
        numbers = (str(number) for number, asset_id in enumerate(self._wanted.asset_ids, 1) if asset_id in concerned)
        return ("、" if self._language is Language.CHINESE else ", ").join(numbers)
