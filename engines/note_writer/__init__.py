"""The built-in note writer: turns a request into a draft without a language model.

NoteRequest -> `parsers` -> `composition` or `revision` -> `postprocess` (register, emoji, words, length) -> Draft.
"""
