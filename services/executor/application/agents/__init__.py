"""The agents of a team: model steps, tool steps, and stages that need no model."""
