"""The service under fire: killed with -9 at random moments while deliveries pour in.

`python -m tests.soak --kills 200 --deliveries 3000 --database postgresql` is the long form; the
short one is a test. GitHub is the stand-in over HTTP, the service is the real one, and at the end
every pull request has to be in the state that its own history demands.
"""
