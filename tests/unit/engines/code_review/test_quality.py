"""Precision and recall of the rules on cases that were written before them; half of the cases are held out."""

import re
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import NamedTuple

import pytest
from ruff import find_ruff_bin

from engines.code_review import parse_ruff, review
from engines.code_review.rules import RULES
from engines.code_review.rules.rule import words

CASES = Path(__file__).with_name("cases")
_EXPECTED = re.compile(r"\s*#! ([a-z-]+)$")


class Case(NamedTuple):
    """A snippet, and (line, rule) of each expected finding."""

    name: str
    code: str
    faults: frozenset[tuple[int, str]]


def load(half: str) -> list[Case]:
    cases = []
    for block in re.split(r"^=== ", (CASES / f"{half}.txt").read_text("utf-8"), flags=re.MULTILINE)[1:]:
        name, _, text = block.partition("\n")
        lines = text.split("\n")
        faults = frozenset((at, found[1]) for at, line in enumerate(lines, 1) if (found := _EXPECTED.search(line)))
        cases.append(Case(name, "\n".join(_EXPECTED.sub("", line) for line in lines), faults))
    return cases


@pytest.mark.parametrize(("half", "least"), [("worked", 0.95), ("held_out", 0.85)])
def test_precision_and_recall(half: str, least: float, capsys: pytest.CaptureFixture[str]) -> None:
    right = reported = faults = 0
    wrong = []
    cases = load(half)
    for case in cases:
        found = {(finding.line, finding.rule) for finding in review(case.code.encode()).findings}
        right += len(found & case.faults)
        reported += len(found)
        faults += len(case.faults)
        wrong += [f"{case.name}: {line} {rule}" for line, rule in found ^ case.faults]
    precision, recall = right / reported, right / faults
    figures = f"{len(cases)} cases, {faults} faults, precision {precision:.3f}, recall {recall:.3f}"
    with capsys.disabled():
        sys.stdout.write(f"\ncode review, {half}: {figures}\n")
    assert len(cases) >= 40
    # The held-out half stays unread while rules are written: a failure does not display its cases.
    assert min(precision, recall) >= least, wrong if half == "worked" else figures


# Rules that ruff defines in the same way.
SHARED = words(
    """mutable-default bare-except none-comparison bool-comparison unused-variable eval-exec loop-closure
    negated-operator fstring-without-placeholder literal-identity assert-tuple duplicate-key raised-notimplemented
    return-in-finally"""
)


def test_the_rules_agree_with_ruff_on_the_standard_library(capsys: pytest.CaptureFixture[str]) -> None:
    files = sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))[::9]
    rules = {code: rule.name for rule in RULES if rule.name in SHARED for code in rule.codes - {"B008"}}
    select = ["--isolated", "--no-cache", "--exit-zero", "--output-format=json", f"--select={','.join(rules)}"]
    output = subprocess.run([find_ruff_bin(), "check", *select, *files], capture_output=True, check=True).stdout
    theirs = {(path, one.line, rules[one.rule]) for path, found in parse_ruff(output).items() for one in found}
    ours = {
        (str(path), one.line, one.rule)
        for path in files
        for one in review(path.read_bytes()).findings
        if one.rule in SHARED
    }
    precision, recall = len(ours & theirs) / len(ours), len(ours & theirs) / len(theirs)
    with capsys.disabled():
        figures = f"{len(theirs)} findings of ruff, precision {precision:.3f}, recall {recall:.3f}"
        sys.stdout.write(f"\ncode review, {len(files)} files of the standard library: {figures}\n")
    assert precision >= 0.9
    assert recall >= 0.7
