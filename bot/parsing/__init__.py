"""Text in; values or located mistakes out. Never raises for anything that a file or comment holds.

Files are read by shapes (`shapes.py`): one table of fields reads a form, says its JSON Schema, and
words its mistakes, all of a file at once. Scalars are taken as they are typed; YAML's implicit
types never touch them.
"""
