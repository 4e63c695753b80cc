-- The words of node types have other synonym sets (services/rag/domain/nodes/synonyms.py). A vector of an unknown model
-- makes the rag index a type again, as in 0011.
UPDATE node_types SET embedding_model = 'words before 0018' WHERE embedding IS NOT NULL;
