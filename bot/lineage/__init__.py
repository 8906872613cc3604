"""Who reads whom: one file a kind of source, joined base with head.

Never guesses what is not said: a fact that a source leaves out stays unknown, and an unknown one is
a gate. Names are compared exactly. What the base says of a dataset can be made stricter by the head
or a request, never looser.
"""
