"""ComfyUI's workflow JSON (0.4 and 1.0) and its API prompt."""
