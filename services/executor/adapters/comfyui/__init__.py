"""A ComfyUI server as a source of pictures; docs/comfyui.md describes it for people."""
