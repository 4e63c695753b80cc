-- Vectors stay in the row of their entry, and its long texts move to TOAST storage instead: an exact search reads every
-- vector of a scope, and the text only of what it found (docs/retrieval.md). No row is rewritten: an entry keeps its
-- storage until it is changed.
ALTER TABLE styles ALTER COLUMN embedding SET STORAGE MAIN;
ALTER TABLE notes ALTER COLUMN embedding SET STORAGE MAIN;
ALTER TABLE node_types ALTER COLUMN embedding SET STORAGE MAIN;
