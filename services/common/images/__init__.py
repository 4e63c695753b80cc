"""Images as bytes and as arrays: decoder of uploads, encoder of stored images, masks.

Nothing is re-exported, so that an import of a limit does not load the decoder.
"""
