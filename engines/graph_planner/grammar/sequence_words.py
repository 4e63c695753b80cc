"""Words between two steps that state their order: "load an image, then crop it, finally save"."""

import re

SEQUENCE = re.compile(
    r"\bthen\b|\bafter that\b|\bafterwards?\b|\bafter which\b|\bfinally\b|\blastly\b|\bnext\b(?! to)|followed by"
    r"|再|接着|然后|随后|跟着|接下来|其次|最后(?!一|那|的|面)"
)
"""Finds such a word."""
