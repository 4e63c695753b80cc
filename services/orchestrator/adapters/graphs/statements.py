"""SQL of the store of graphs. Each statement is one round trip and one transaction."""

# Creates a graph with its first revision. A known request creates nothing.
CREATE = """
WITH new_graph AS (
    INSERT INTO graphs (graph_id, request_id, request_digest, title, revision, created_at, updated_at)
    VALUES (%(graph_id)s, %(request_id)s, %(request_digest)s, %(title)s, %(revision)s, %(at)s, %(at)s)
    ON CONFLICT (request_id) DO NOTHING
    RETURNING graph_id
)
INSERT INTO graph_revisions (graph_id, revision, kind, content, operations, inverse, run_id, request_id,
                             request_digest, summary, target, rebased_from, created_node_ids, at)
SELECT graph_id, %(revision)s, %(kind)s, %(content)b, %(operations)b, %(inverse)b, %(run_id)s, %(request_id)s,
       %(request_digest)s, %(summary)s, %(target)s, %(rebased_from)s, %(created_node_ids)s, %(at)s
FROM new_graph
RETURNING *
"""

# Finds the first revision of the graph that a request created.
FIND_CREATED = """
SELECT first.*
FROM graphs JOIN graph_revisions AS first USING (graph_id)
WHERE graphs.request_id = %(request_id)s AND first.request_id = graphs.request_id
"""

# Stores the next revision of a graph whose current revision is the one before it; nothing otherwise.
APPEND = """
WITH moved AS (
    UPDATE graphs SET revision = %(revision)s, updated_at = %(at)s
    WHERE graph_id = %(graph_id)s AND revision = %(revision)s - 1
    RETURNING graph_id
)
INSERT INTO graph_revisions (graph_id, revision, kind, content, operations, inverse, run_id, request_id,
                             request_digest, summary, target, rebased_from, created_node_ids, at)
SELECT graph_id, %(revision)s, %(kind)s, %(content)b, %(operations)b, %(inverse)b, %(run_id)s, %(request_id)s,
       %(request_digest)s, %(summary)s, %(target)s, %(rebased_from)s, %(created_node_ids)s, %(at)s
FROM moved
RETURNING revision
"""

# Finds a graph at a revision, 0 for the current one.
FIND = """
SELECT graphs.graph_id, title, stored.revision, created_at, stored.at AS updated_at, content
FROM graphs JOIN graph_revisions AS stored USING (graph_id)
WHERE graph_id = %(graph_id)s AND stored.revision = coalesce(nullif(%(revision)s, 0), graphs.revision)
"""

# Finds the revision that a request caused.
FIND_REQUEST = """
SELECT * FROM graph_revisions WHERE graph_id = %(graph_id)s AND request_id = %(request_id)s
"""

# Reads revisions in order, with the graph after each.
READ_REVISIONS = """
SELECT * FROM graph_revisions WHERE graph_id = %(graph_id)s AND revision > %(after)s ORDER BY revision LIMIT %(limit)s
"""

# Lists revisions, newest first, without the graphs.
LIST_REVISIONS = """
SELECT graph_id, revision, kind, operations, inverse, run_id, summary, target, rebased_from, created_node_ids, at
FROM graph_revisions WHERE graph_id = %(graph_id)s AND revision < %(before)s ORDER BY revision DESC LIMIT %(limit)s
"""

# Reads the kinds of all changes of graphs.
READ_CHANGES = """
SELECT graph_id, revision, kind, target FROM graph_revisions
WHERE graph_id = ANY(%(graph_ids)s)
ORDER BY graph_id, revision
"""

# Lists graphs, most recently changed first.
LIST_GRAPHS = """
SELECT graph_id, title, revision, created_at, updated_at FROM graphs
WHERE %(before_at)s::timestamptz IS NULL OR (updated_at, graph_id) < (%(before_at)s, %(before_id)s)
ORDER BY updated_at DESC, graph_id DESC LIMIT %(limit)s
"""

# Reads the current revisions of graphs.
READ_POSITIONS = """
SELECT graph_id, revision FROM graphs WHERE graph_id = ANY(%(graph_ids)s)
"""

# Deletes the oldest revisions of a graph.
DELETE_REVISIONS = """
DELETE FROM graph_revisions WHERE graph_id = %(graph_id)s AND revision <= %(upto)s RETURNING revision
"""
