"""The only folder that talks to GitHub: looks at a pull request once, and carries effects out.

It never decides anything, never believes a delivery, never sleeps, never sends a write again
without looking first, and reads neither environment nor settings of its own.

In reading order:

gateway       GitHub as the service sees it
observe       everything of one pull request: first_look, surroundings (changes, contents, trees,
              lineage_files, others), people, roles; base says what it is compared with
apply         comments (mutations), labels, gates; what observing noticed, what became of it
events        which pull request a delivery is about, at no cost
client        requests, their errors (faults) and waiting times; requester has PyGithub's ways
auth          a token, or an App's installations; credentials are plain values
queries       GraphQL that is always the same; counted_queries, fragments
cache         what belongs to a commit and so never changes
app_manifest  the least permissions and events
"""
