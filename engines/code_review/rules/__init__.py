"""All rules of the review."""

from engines.code_review.rules import comparisons, exceptions, flow, names, safety
from engines.code_review.rules.rule import Hit, Rule, words
from engines.code_review.values import Severity

_ERROR, _WARNING, _INFO = Severity.ERROR, Severity.WARNING, Severity.INFO


RULES = (
    Rule("mutable-default", _WARNING, names.share_default, words("B006 B008")),
    Rule("bare-except", _WARNING, exceptions.catch_everything, words("E722")),
    Rule("swallowed-exception", _WARNING, exceptions.swallow, words("S110 S112 BLE001 SIM105")),
    Rule("none-comparison", _WARNING, comparisons.compare_to_none, words("E711")),
    Rule("bool-comparison", _INFO, comparisons.compare_to_boolean, words("E712")),
    Rule("unused-variable", _INFO, names.find_unused, words("F841")),
    Rule("shadowed-builtin", _INFO, names.shadow, words("A001 A002")),
    Rule("missing-timeout", _WARNING, safety.wait_without_timeout, words("S113")),
    Rule("eval-exec", _WARNING, safety.execute_code, words("S307 S102")),
    Rule("sql-string", _ERROR, safety.build_query, words("S608")),
    Rule("shell-injection", _ERROR, safety.build_command, words("S602 S605 S604")),
    Rule("unsafe-loading", _WARNING, safety.load_code, words("S301 S302 S506")),
    Rule("assert-tuple", _ERROR, comparisons.assert_tuple, words("F631")),
    Rule("unreachable-code", _WARNING, flow.find_unreachable),
    Rule("open-without-with", _WARNING, safety.leave_open, words("SIM115")),
    Rule("fstring-without-placeholder", _INFO, flow.format_nothing, words("F541")),
    Rule("loop-closure", _ERROR, names.bind_late, words("B023")),
    Rule("literal-identity", _ERROR, comparisons.compare_identity, words("F632")),
    Rule("negated-operator", _INFO, comparisons.negate_operator, words("E713 E714")),
    Rule("duplicate-key", _ERROR, flow.repeat_key, words("F601")),
    Rule("self-assignment", _WARNING, flow.assign_itself, words("PLW0127")),
    Rule("return-in-finally", _WARNING, exceptions.leave_finally, words("B012")),
    Rule("raised-notimplemented", _ERROR, exceptions.raise_not_implemented, words("F901")),
    Rule("duplicate-condition", _WARNING, comparisons.repeat_condition),
    Rule("changed-while-iterating", _ERROR, names.change_iterated, words("B909")),
    Rule("useless-expression", _WARNING, flow.find_useless, words("B015 B018")),
    Rule("exception-not-raised", _ERROR, exceptions.forget_raise, words("PLW0133")),
)

__all__ = ["RULES", "Hit", "Rule"]
