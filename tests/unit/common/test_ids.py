"""Ids of stored records."""

import uuid

from services.common.ids import create_id, new_id


def test_an_id_is_a_uuid_of_version_7_with_its_time() -> None:
    """The example of RFC 9562, appendix A.6."""
    assert create_id(0x017F22E279B0, 0xCC3 << 64 | 0x18C4DC0C0C07398F) == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"


def test_ids_of_later_milliseconds_sort_later_whatever_is_random() -> None:
    assert create_id(1_000, (1 << 80) - 1) < create_id(1_001, 0)


def test_no_two_ids_are_equal() -> None:
    ids = {new_id() for _ in range(10_000)}
    assert len(ids) == 10_000
    assert {uuid.UUID(one).variant for one in ids} == {uuid.RFC_4122}
