"""Agent definitions and workflow templates: data in YAML, validated when it is loaded."""
