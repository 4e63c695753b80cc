"""ComfyUI servers as image providers; docs/models/comfyui.md is the guide for operators."""
