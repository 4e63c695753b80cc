"""What is typed arrives line by line, and nothing of it is lost."""

import asyncio
import os
import pty
from collections.abc import Iterator

import pytest

from services.cli.keyboard import Keyboard


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """The person's side of a terminal and the program's."""
    person, program = pty.openpty()
    yield person, program
    os.close(person)
    os.close(program)


async def test_lines_pasted_together_come_one_after_the_other(terminal: tuple[int, int]) -> None:
    person, program = terminal
    keyboard = Keyboard(program)
    os.write(person, "n\n短一点\n再短一点\n".encode())
    assert await keyboard.line() == "n"
    assert await keyboard.line() == "短一点"
    assert await keyboard.pasted() == ["再短一点"]
    assert await keyboard.pasted() == []


async def test_other_work_goes_on_while_a_line_is_waited_for(terminal: tuple[int, int]) -> None:
    person, program = terminal
    waiting = asyncio.ensure_future(Keyboard(program).line())
    await asyncio.sleep(0)
    assert not waiting.done()
    os.write(person, b"y\n")
    assert await waiting == "y"


async def test_an_enter_before_the_question_does_not_answer_it_and_a_word_does(terminal: tuple[int, int]) -> None:
    person, program = terminal
    keyboard = Keyboard(program)
    os.write(person, b"\n\ny\n")
    await keyboard.skip_blank()
    assert await keyboard.line() == "y"


async def test_the_end_of_input_and_leaving_are_no_line(terminal: tuple[int, int]) -> None:
    person, program = terminal
    keyboard = Keyboard(program)
    asyncio.get_running_loop().call_soon(keyboard.leave)
    assert await keyboard.line() is None
    os.write(person, b"\x04")
    assert await keyboard.line() is None


async def test_bytes_that_are_no_text_do_not_end_the_reading(terminal: tuple[int, int]) -> None:
    person, program = terminal
    os.write(person, b"\xff\xfe\n")
    assert await Keyboard(program).line() == "��"
