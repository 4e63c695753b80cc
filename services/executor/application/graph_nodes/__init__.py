"""PlanExecution and ExecuteNode: graphs of core types, node by node."""
