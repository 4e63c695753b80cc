"""WS /api/ws: graphs and runs as they change, over one connection."""
