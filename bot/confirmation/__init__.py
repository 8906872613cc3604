"""What one comment is worth. Never infers consent: any doubt refuses, with the reason.

In reading order: `case.py` (one command and all that it is judged by), `refusals.py` (the ordered
table of reasons to refuse), `people.py` (who), `likeness.py` (is the scope the plan's),
`clearing.py` (attestations and waivers), `revocation.py`, `replies.py` (what we refused before),
`merged.py`, `judge.py` (a whole thread), `standing.py` (what that adds up to, and the proof that
turns the check green); then what is told of it: `words.py`, `receipt.py`, `verification.py`,
`offline.py`.

Nothing here reads a clock, and nothing that the bot itself has written ever speaks for accepting:
its own comments are heard only where they refuse.
"""
