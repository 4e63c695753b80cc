"""Commands: the changes by clauses with a verb."""
