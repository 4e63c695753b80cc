"""The built-in writer of notes: from a brief and what is known to a draft, without a model.

Assignment -> `wishes`: how it is to be -> `composing` or `revising` -> `finishing`: tone, emoji, words, length
-> Draft.
"""
