"""Addresses of the blob store that cannot be used."""

from pathlib import Path

import pytest

from services.common.blobs import open_blob_store
from services.common.settings import SettingsInvalid


@pytest.mark.parametrize("url", ["zzz://x", "/data/blobs", ""])
def test_a_url_of_no_known_kind_is_a_wrong_setting_on_one_line(url: str) -> None:
    with pytest.raises(SettingsInvalid, match=r"^REFLOW_BLOBS_URL: .* cannot be used: write file:///folder.*$"):
        open_blob_store(url)


def test_a_folder_that_cannot_be_created_is_a_wrong_setting(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SettingsInvalid, match=r"^REFLOW_BLOBS_URL: cannot create "):
        open_blob_store((tmp_path / "file" / "images").as_uri())
