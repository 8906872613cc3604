"""What one comment is worth. Never infers consent: any doubt refuses, with the reason.

In reading order: `case.py` (one command and all that it is judged by), `table.py` (the reasons to
refuse, in their fixed order), `refusals.py` and `people.py` and `likeness.py` (the reasons: what
happened, who, which scope), `clearing.py` (attestations and waivers), `revocation.py`, `replies.py`
(what we refused before), `merged.py`, `thread.py` and `verdict.py` and `withdrawal.py` (a whole
thread), `standing.py` (what that adds up to, and the proof that turns the check green), `judge.py`
(all of it at once). Then what is told of it: `words.py`, `receipt.py`, `verification.py`,
`offline.py` over `plan_file.py`.

Nothing here reads a clock, and nothing that the bot itself has written ever speaks for accepting:
its own comments are heard only where they refuse.
"""
