"""The agents of a team: steps of a model, steps of its tools, and the stages that need no model."""
