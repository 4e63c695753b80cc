"""SQL statements of notes only: pages and statistics of the notes visible to a scope."""

from typing import LiteralString

# A page of notes, by key.
PAGE: LiteralString = """
    SELECT n.record, n.scope, n.revision, n.origin
    FROM chosen_notes(%(scope)s, %(topic)s, %(tag)s, %(since)s, %(until)s, %(keys)s) n
    WHERE n.key > %(after)s ORDER BY n.key LIMIT %(limit)s
"""

# Number and engagement of notes by their set of tags.
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

# Day of the newest note.
NEWEST_DAY: LiteralString = """
    SELECT max(n.published_at) AS day FROM chosen_notes(%(scope)s, %(topic)s, NULL, NULL, NULL, NULL) n
"""

# Number of notes of each day.
NOTES_BY_DAY: LiteralString = """
    SELECT n.published_at AS day, count(*) AS notes
    FROM chosen_notes(%(scope)s, %(topic)s, %(tag)s, %(since)s, %(until)s, %(keys)s) n
    GROUP BY n.published_at
"""

# Number and engagement of notes by day and tag.
TAGS_BY_DAY: LiteralString = """
    SELECT tag, n.published_at AS day, count(*) AS notes,
           sum(n.likes) AS likes, sum(n.collects) AS collects, sum(n.comments) AS comments
    FROM chosen_notes(%(scope)s, %(topic)s, %(tag)s, %(since)s, %(until)s, %(keys)s) n
    CROSS JOIN LATERAL unnest(n.tags) AS tag
    GROUP BY tag, n.published_at
"""
