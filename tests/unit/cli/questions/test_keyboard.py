"""Input of the terminal, line by line."""

import asyncio
import os
import pty
from collections.abc import Iterator

import pytest

from services.cli.questions.keyboard import Keyboard


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """The user's side of a terminal and the program's."""
    user, program = pty.openpty()
    yield user, program
    os.close(user)
    os.close(program)


async def test_lines_pasted_together_are_returned_one_by_one(terminal: tuple[int, int]) -> None:
    user, program = terminal
    keyboard = Keyboard(program)
    os.write(user, "n\n短一点\n再短一点\n".encode())
    assert await keyboard.read_line() == "n"
    assert await keyboard.read_line() == "短一点"
    assert await keyboard.read_pasted_lines() == ["再短一点"]
    assert await keyboard.read_pasted_lines() == []


async def test_other_tasks_run_while_a_line_is_awaited(terminal: tuple[int, int]) -> None:
    user, program = terminal
    waiting = asyncio.ensure_future(Keyboard(program).read_line())
    await asyncio.sleep(0)
    assert not waiting.done()
    os.write(user, b"y\n")
    assert await waiting == "y"


async def test_an_empty_line_before_the_question_does_not_answer_it_but_a_word_does(terminal: tuple[int, int]) -> None:
    user, program = terminal
    keyboard = Keyboard(program)
    os.write(user, b"\n\ny\n")
    await keyboard.drop_blank_lines()
    assert await keyboard.read_line() == "y"


async def test_no_line_is_returned_at_the_end_of_input_or_when_cancelled(terminal: tuple[int, int]) -> None:
    user, program = terminal
    keyboard = Keyboard(program)
    asyncio.get_running_loop().call_soon(keyboard.cancel)
    assert await keyboard.read_line() is None
    os.write(user, b"\x04")
    assert await keyboard.read_line() is None


async def test_bytes_that_are_not_utf8_do_not_end_the_input(terminal: tuple[int, int]) -> None:
    user, program = terminal
    os.write(user, b"\xff\xfe\n")
    assert await Keyboard(program).read_line() == "��"
