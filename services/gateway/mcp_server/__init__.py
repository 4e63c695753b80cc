"""Server of the Model Context Protocol: assistants start runs, watch them and answer their questions."""
