"""Images as bytes and as arrays: decoder of uploads, encoder of stored images, masks.

Nothing is re-exported: who needs a limit must not load what decodes.
"""
