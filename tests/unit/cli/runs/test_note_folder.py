"""Notes in separate folders."""

from pathlib import Path

import pytest

from services.cli.runs.note_folder import save_note

RUN = "0199-3fa2c1d4"
FILES = {"note.md": b"# one", "image-1.png": b"picture"}


def test_a_note_is_written_completely_and_nothing_else_is_left(tmp_path: Path) -> None:
    path = save_note(tmp_path / "out", "春游怎么安排？✨", RUN, FILES)
    assert path == tmp_path / "out" / "春游怎么安排-3fa2c1d4" / "note.md"
    assert {one.name: one.read_bytes() for one in path.parent.iterdir()} == FILES
    assert list((tmp_path / "out").iterdir()) == [path.parent]


def test_the_same_note_is_not_written_twice(tmp_path: Path) -> None:
    assert save_note(tmp_path, "t", RUN, FILES) == save_note(tmp_path, "t", RUN, FILES)
    assert len(list(tmp_path.iterdir())) == 1


def test_another_note_with_the_same_name_is_never_overwritten(tmp_path: Path) -> None:
    first = save_note(tmp_path, "t", RUN, FILES)
    (first.parent / "mine.txt").touch()
    second = save_note(tmp_path, "t", RUN, FILES)
    assert (first.parent.name, second.parent.name) == ("t-3fa2c1d4", "t-3fa2c1d4-2")
    assert (first.parent / "mine.txt").exists()


@pytest.mark.parametrize("kind", ["file", "link", "empty folder"])
def test_any_other_entry_with_the_same_name_is_not_overwritten(kind: str, tmp_path: Path) -> None:
    taken = tmp_path / "t-3fa2c1d4"
    match kind:
        case "file":
            taken.touch()
        case "link":
            taken.symlink_to(tmp_path / "elsewhere")
        case _:
            taken.mkdir()
    assert save_note(tmp_path, "t", RUN, FILES).parent.name == "t-3fa2c1d4-2"


def test_a_note_that_cannot_be_written_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="no space left"):
        save_note(tmp_path, "t", RUN, FILES)
    assert list(tmp_path.iterdir()) == []


def test_a_title_without_words_becomes_the_name_note(tmp_path: Path) -> None:
    assert save_note(tmp_path, "✨", RUN, FILES).parent.name == "note-3fa2c1d4"
