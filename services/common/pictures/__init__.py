"""Pictures as bytes and as arrays: decoding what people send, encoding what is stored, masks.

Nothing is re-exported: who needs a limit must not load what decodes.
"""
