"""Cursors of the note stream."""

from services.gateway.dialects.note_sse.cursor import Cursor, parse_cursor


def test_cursors_have_the_order_of_events_and_parse_as_they_are_formatted() -> None:
    assert Cursor(9, 2) < Cursor(10, 1) < Cursor(10, 10)
    assert parse_cursor(str(Cursor(17, 2)), 17) == Cursor(17, 2)
    assert parse_cursor(None, 17) == Cursor(0, 0)
