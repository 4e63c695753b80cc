-- Those of a query's words that few entries of a table have, as a query for any of them; null for none.
-- The rarest words come first, until together they match "most" entries: the number of entries to read is limited
-- whatever the size of the table. Frequencies are those of PostgreSQL's statistics (ANALYZE), which list the words that
-- are common in a sample; a word that they do not list is rare. In a table of at most "most" entries no word is common.
CREATE FUNCTION rare_words(of_table text, words text[], most bigint) RETURNS tsquery LANGUAGE plpgsql STABLE AS $$
DECLARE
    entries real := (SELECT c.reltuples FROM pg_class c WHERE c.oid = to_regclass(quote_ident(of_table)));
BEGIN
    IF entries <= most THEN
        RETURN to_tsquery('simple', array_to_string(words, ' | '));
    END IF;
    RETURN (
        WITH listed AS (
            SELECT e.word, e.share FROM pg_stats s
            CROSS JOIN unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) AS e(word, share)
            WHERE s.schemaname = current_schema() AND s.tablename = of_table AND s.attname = 'words'
        ),
        counted AS (
            SELECT w.word, sum(coalesce(l.share, 0) * entries) OVER (
                ORDER BY coalesce(l.share, 0), w.word ROWS UNBOUNDED PRECEDING
            ) AS total
            FROM unnest(words) AS w(word) LEFT JOIN listed l USING (word)
        )
        SELECT to_tsquery('simple', string_agg(word, ' | ')) FROM counted WHERE total <= most
    );
END
$$;
