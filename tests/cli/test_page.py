"""`boaf page` writes files that any web host serves, and spoils nothing that is there."""

import gzip
import json
import re
from pathlib import Path

import pytest

from boaf.cli import main
from boaf.web.page import LATER, page_files

MOST_COMPRESSED = 350_000


def test_the_page_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    place = tmp_path / "new" / "site"
    assert main(["page", str(place), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    files = dict(page_files())
    assert answer == {"directory": str(place), "files": len(files), "bytes": sum(map(len, files.values()))}
    for name, content in files.items():
        assert (place / name).read_bytes() == content
    assert {"index.html", "static/page.js", "_headers", "static/kernel/kernel.wasm"} <= set(files)


def test_a_page_is_written_again_and_what_stands_beside_it_is_left_alone(tmp_path: Path) -> None:
    assert main(["page", str(tmp_path)]) == 0
    (tmp_path / "index.html").write_text("spoiled")
    (tmp_path / "CNAME").write_text("example.org")
    assert main(["page", str(tmp_path)]) == 0
    assert (tmp_path / "index.html").read_bytes() == dict(page_files())["index.html"]
    assert (tmp_path / "CNAME").read_text() == "example.org"


def test_a_directory_with_other_files_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("three years of work")
    assert main(["page", str(tmp_path)]) == 2
    assert capsys.readouterr().err == (
        f"boaf: {tmp_path} is not empty and is not a page that boaf wrote: choose a new or empty directory\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_file_in_the_place_of_the_directory_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    place = tmp_path / "site"
    place.write_text("")
    assert main(["page", str(place)]) == 2
    assert capsys.readouterr().err == f"boaf: cannot write {place}: {place} is not a directory\n"


def test_every_address_in_the_page_is_relative_and_there() -> None:
    files = dict(page_files())
    addresses = re.findall(r'(?:src|href)="([^"#]+)"', files["index.html"].decode())
    assert addresses
    for address in addresses:
        assert address in files


def test_the_first_visit_is_small() -> None:
    first = [content for name, content in page_files() if name not in LATER]
    assert sum(len(gzip.compress(content, 9)) for content in first) < MOST_COMPRESSED
