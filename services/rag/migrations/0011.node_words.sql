-- Words of node types are indexed as stems with the names of their synonym sets (services/rag/domain/nodes/words.py).
-- A vector of an unknown model makes the rag index a type again, its vector and its words; until then, at its next start,
-- the type is found by name.
UPDATE node_types SET embedding_model = 'words before 0011' WHERE embedding IS NOT NULL;

-- A search scans these indexes once for each word. The list of pending entries that a large import leaves would be read
-- each time, until the next vacuum.
ALTER INDEX node_types_by_name SET (fastupdate = off);
ALTER INDEX node_types_by_words SET (fastupdate = off);
