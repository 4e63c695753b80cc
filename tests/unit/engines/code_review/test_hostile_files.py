"""Files that are not Python, too large, too deep, or in another encoding."""

import codecs
import time

import pytest

from engines.code_review import diff, fix, review, source

NOT_REVIEWED = {
    "null bytes": b"x = 1\0",
    "image": b"\x89PNG\r\n\x1a\n" + bytes(range(1, 256)),
    "text": "这不是代码。".encode(),
    "python 2": b"print 'hello'",
    "two megabytes": b"x = 1\n" * 350_000,
    "brackets": b"(" * 10_000 + b")" * 10_000,
    "minus signs": b"x = " + b"-" * 200_000 + b"1",
    "sum": b"x = " + b"1+" * 200_000 + b"1",
    "attributes": b"x = a" + b".a" * 200_000,
    "calls": b"x = a" + b"()" * 200_000,
    "elif": b"if a: pass\n" + b"elif a: pass\n" * 50_000,
    "indentation": b"".join(b" " * depth + b"if a:\n" for depth in range(1_000)),
    "digits": b"x = " + b"9" * 500_000,
    "unknown encoding": b"# -*- coding: nonsense -*-\nx = 1\n",
    "declared but wrong": "# coding: ascii\nx = '猫'\n".encode(),
    "utf-16": "x = 1".encode("utf-16"),
}


@pytest.mark.parametrize("name", NOT_REVIEWED)
def test_a_file_that_cannot_be_reviewed_is_reported_and_unchanged(name: str) -> None:
    content = NOT_REVIEWED[name]
    start = time.process_time()
    found, fixed = review(content), fix(content)
    assert time.process_time() - start < 15
    assert found.problem is not None
    assert found.problem.zh != found.problem.en
    assert (fixed.content, fixed.applied, fixed.problem) == (content, (), found.problem)


LARGE = {
    "functions": b"def f(a=[]):\n    x = 1\n    return a == None\n" * 3_000,
    "nested functions": b"".join(b" " * depth + b"def f(a):\n" for depth in range(90)) + b" " * 90 + b"a = 1\n" * 1,
    "lambdas": b"x = [" + b"lambda: y, " * 20_000 + b"]\n",
    "one line": b"x == 1;" * 20_000,
    "loops": b"for a in b:\n for c in d:\n  for e in f:\n   b.pop(); d.pop(); f.pop()\n" * 1_500,
}


@pytest.mark.parametrize("name", LARGE)
def test_a_large_file_is_reviewed_within_limits(name: str) -> None:
    start = time.process_time()
    found = review(LARGE[name])
    assert time.process_time() - start < 20
    assert (found.problem, len(found.findings) <= 500) == (None, True)


def test_a_file_with_too_many_nodes_is_not_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "MAX_NODES", 1_000)
    problem = review(b"[" + b"0," * 1_000 + b"]").problem
    assert problem is not None
    assert "too long" in problem.en


def test_findings_beyond_the_limit_are_counted() -> None:
    found = review(b"x == 1\n" * 700)
    assert (len(found.findings), found.omitted) == (500, 200)


def test_a_file_in_gbk_is_reviewed_and_not_rewritten() -> None:
    content = "# coding: gbk\ndef f(x):\n    return '猫' if x == None else 1\n".encode("gbk")
    assert [finding.rule for finding in review(content).findings] == ["none-comparison"]
    assert fix(content).content == content


def test_a_byte_order_mark_is_preserved() -> None:
    content = codecs.BOM_UTF8 + b"if x == None:\n    pass\n"
    assert fix(content).content == codecs.BOM_UTF8 + b"if x is None:\n    pass\n"


def test_columns_count_characters_and_edits_change_the_matching_bytes() -> None:
    content = "猫 = '猫猫'; assert (猫, '消息')\n".encode()
    assert [finding.column for finding in review(content).findings] == [11]
    assert fix(content).content.decode() == "猫 = '猫猫'; assert 猫, '消息'\n"


def test_the_diff_of_a_long_file_is_fast_and_short() -> None:
    before = b"x = 1\n" * 100_000
    after = before[:300_000] + b"y = 2\n" + before[300_000:]
    start = time.process_time()
    text = diff("a.py", before, after)
    assert time.process_time() - start < 5
    assert ("+y = 2\n" in text, len(text) < 500) == (True, True)
