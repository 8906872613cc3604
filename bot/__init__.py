"""backfill-bot: plans backfills partition by partition; accepts only fresh, exact confirmations.

In reading order:

service       the five verbs on one screen: observe, decide, render, reconcile, apply
domain        the words: frozen values, and the arithmetic that is their own
partitions    calendars, zones, keys and runs; sets of partitions; what a partition reads
parsing       text in; values or located mistakes out
lineage       who reads whom, from several kinds of source; base joined with head
planning      what goes stale, in which order, in which batches; the plan
gates         one question a file: what stands between a plan and its execution
confirmation  what one comment is worth, in a fixed table of refusals
decision      what follows from what was seen, and the least effects that say so on GitHub
rendering     values to Markdown, JSON and terminal text
github        the only folder that talks to GitHub
entrypoints   three thin doors: command line, Action, webhook service
settings      what a repository can set
errors        errors, sorted by who reads them
"""
