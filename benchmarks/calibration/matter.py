"""Fits the models of the matter of image requests, and measures them on authors that a fit leaves out.

    uv run python -m benchmarks.calibration.matter           # leaves out a quarter of the sets after the other
    uv run python -m benchmarks.calibration.matter --fit     # fits the models of engines/language to all sets
    uv run python -m benchmarks.calibration.matter --list    # prints the requests that are read otherwise

`matter.jsonl` has requests for images, each with its set and the spans that are no matter, with their roles. The same
requests give the same models.
"""

import json
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pycrfsuite

from benchmarks.calibration.roles import open_trainer
from engines.language.characters import is_chinese
from engines.language.learned.matter import MODELS, MatterTagger, WordRole, describe
from engines.language.learned.words import Word, list_words

CASES = Path(__file__).parent / "matter.jsonl"
FOLDS = 4
L2 = 0.02
"""Regularization, a tenth of that of the other models: there is more text for it."""


@dataclass(frozen=True)
class Annotated:
    """A request with its set, and the spans that are no matter."""

    source: str
    text: str
    spans: tuple[tuple[str, WordRole], ...]

    def list_roles(self, words: Sequence[Word]) -> list[WordRole]:
        """Return the role of each of *words*."""
        places = [*self._list_places()]
        return [
            next((role for start, end, role in places if start <= word.start < end), WordRole.MATTER) for word in words
        ]

    def _list_places(self) -> Iterator[tuple[int, int, WordRole]]:
        end = 0
        for span, role in self.spans:
            start = self.text.index(span, end)
            end = start + len(span)
            yield start, end, role


def load_cases() -> list[Annotated]:
    """Return all annotated requests."""
    cases = map(json.loads, CASES.read_text(encoding="utf-8").splitlines())
    return [
        Annotated(one["set"], one["text"], tuple((span, WordRole(role)) for span, role in one["spans"]))
        for one in cases
    ]


def fit(cases: Iterable[Annotated], folder: Path) -> None:
    """Write the models of both languages, fitted to *cases*, to *folder*."""
    trainers = {name: open_trainer(L2) for name in ("zh", "en")}
    for case in cases:
        words = [*list_words(case.text)]
        trainer = trainers["zh" if is_chinese(case.text) else "en"]
        trainer.append(pycrfsuite.ItemSequence(describe(case.text, words)), case.list_roles(words))
    for name, trainer in trainers.items():
        trainer.train(str(folder / f"{name}.matter.crfsuite"))


def main() -> None:
    """Fit the models, or print how fits read the sets that they left out."""
    cases = load_cases()
    if "--fit" in sys.argv:
        fit(cases, MODELS)
        return
    sets = sorted({one.source for one in cases})
    totals = dict.fromkeys(("words", "right", "lost", "left", "requests", "exact"), 0)
    for number in range(FOLDS):
        omitted = sets[number::FOLDS]
        with tempfile.TemporaryDirectory() as folder:
            fit((one for one in cases if one.source not in omitted), Path(folder))
            tagger = MatterTagger(Path(folder))
            for case in (one for one in cases if one.source in omitted):
                _count(case, tagger, totals)
    words, requests = totals["words"], totals["requests"]
    right, whole = totals["right"] / words, totals["exact"] / requests
    print(f"{words} words of {requests} requests: {right:.3f} right, of the matter {totals['lost']} lost")
    print(f"{totals['left']} others left; {whole:.3f} of the requests whole")


def _count(case: Annotated, tagger: MatterTagger, totals: dict[str, int]) -> None:
    words = [*list_words(case.text)]
    expected, found = case.list_roles(words), tagger.tag(case.text, words)
    pairs = [
        (one is WordRole.MATTER, other is WordRole.MATTER, word.text)
        for one, other, word in zip(expected, found, words, strict=True)
        if word.text.isalnum()
    ]
    totals["words"] += len(pairs)
    totals["right"] += sum(one == other for one, other, _ in pairs)
    totals["lost"] += sum(one and not other for one, other, _ in pairs)
    totals["left"] += sum(other and not one for one, other, _ in pairs)
    totals["requests"] += 1
    totals["exact"] += all(one == other for one, other, _ in pairs)
    if "--list" in sys.argv and any(one != other for one, other, _ in pairs):
        lost = " ".join(word for one, other, word in pairs if one and not other)
        left = " ".join(word for one, other, word in pairs if other and not one)
        print(f"{case.text}\n    lost: {lost}\n    left: {left}")


if __name__ == "__main__":
    main()
