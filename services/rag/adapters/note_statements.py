"""The statements that only notes have, by name: pages and figures of what a scope sees."""

from typing import LiteralString

# Notes by key, some at a time.
PAGE: LiteralString = """
    SELECT n.record, n.scope, n.revision, n.origin
    FROM chosen_notes(%(scope)s, %(topic)s, %(tag)s, %(since)s, %(until)s, %(keys)s) n
    WHERE n.key > %(after)s ORDER BY n.key LIMIT %(limit)s
"""

# Which tags stand together on how many notes.
TAGS: LiteralString = """
    SELECT n.tags, count(*) AS notes, sum(n.likes) AS likes, sum(n.collects) AS collects, sum(n.comments) AS comments
    FROM chosen_notes(%(scope)s, %(topic)s, %(tag)s, %(since)s, %(until)s, %(keys)s) n
    GROUP BY n.tags
"""

# The titles of the newest notes.
TITLES: LiteralString = """
    SELECT n.key, n.title, n.topic, n.published_at, n.likes, n.collects, n.comments
    FROM chosen_notes(%(scope)s, %(topic)s, %(tag)s, %(since)s, %(until)s, %(keys)s) n
    ORDER BY n.published_at DESC, n.key LIMIT %(limit)s
"""

# The day of the newest note.
NEWEST_DAY: LiteralString = """
    SELECT max(n.published_at) AS day FROM chosen_notes(%(scope)s, %(topic)s, NULL, NULL, NULL, NULL) n
"""

# How many notes each day has.
NOTES_BY_DAY: LiteralString = """
    SELECT n.published_at AS day, count(*) AS notes
    FROM chosen_notes(%(scope)s, %(topic)s, %(tag)s, %(since)s, %(until)s, %(keys)s) n
    GROUP BY n.published_at
"""

# How many notes of each day bear each tag.
TAGS_BY_DAY: LiteralString = """
    SELECT tag, n.published_at AS day, count(*) AS notes,
           sum(n.likes) AS likes, sum(n.collects) AS collects, sum(n.comments) AS comments
    FROM chosen_notes(%(scope)s, %(topic)s, %(tag)s, %(since)s, %(until)s, %(keys)s) n
    CROSS JOIN LATERAL unnest(n.tags) AS tag
    GROUP BY tag, n.published_at
"""
