"""Who reads whom: one file a kind of source, joined base with head. Never guesses what is not said."""
