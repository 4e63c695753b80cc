"""The review of a file: own rules, merged with ruff's findings."""

from collections.abc import Iterable

from engines.code_review import texts
from engines.code_review.rules import RULES, Hit, Rule
from engines.code_review.source import NotReviewable, Source, parse
from engines.code_review.values import Finding, Review
from services.common.text.language import Text

MAX_FINDINGS = 500


def review(content: bytes) -> Review:
    """Return the findings of our rules for a Python file. Never raises for its content."""
    try:
        source = parse(content)
    except NotReviewable as error:
        return Review(problem=error.text)
    hits = find_hits(source)
    hits.sort(key=lambda found: (found[1].node.lineno, found[1].node.col_offset))
    findings = tuple(to_finding(source, rule, hit) for rule, hit in hits[:MAX_FINDINGS])
    return Review(findings, omitted=max(0, len(hits) - MAX_FINDINGS))


def find_hits(source: Source) -> list[tuple[Rule, Hit]]:
    """Return all hits of our rules except suppressed ones."""
    return [
        (rule, hit)
        for rule in RULES
        for hit in rule.check(source)
        if not source.is_suppressed(hit.node.lineno, rule.codes)
    ]


def merge(own: Review, ruff: Iterable[Finding]) -> Review:
    """Return one review. A defect that both found is reported once, with our text."""
    known = {(code, finding.line) for finding in own.findings for code in _CODES.get(finding.rule, ())}
    others = [finding for finding in ruff if (finding.rule, finding.line) not in known]
    merged = _bounded([*own.findings, *others])
    return Review(merged.findings, own.problem, own.omitted + merged.omitted)


_CODES = {rule.name: rule.codes for rule in RULES}


def _bounded(findings: list[Finding]) -> Review:
    ordered = sorted(findings, key=lambda finding: (finding.line, finding.column, finding.rule))
    return Review(tuple(ordered[:MAX_FINDINGS]), omitted=max(0, len(ordered) - MAX_FINDINGS))


def to_finding(source: Source, rule: Rule, hit: Hit) -> Finding:
    """Return *hit* as a finding with its position and texts."""
    text = texts.RULES[rule.name]
    return Finding(
        rule=rule.name,
        line=hit.node.lineno,
        column=source.column(hit.node.lineno, hit.node.col_offset),
        severity=rule.severity,
        text=Text(text.zh.replace("{name}", hit.name), text.en.replace("{name}", hit.name)),
        fix=hit.fix,
    )
