"""What each part of a plan's comment says: every count, plural, tick and choice is made here.

A view is a frozen value of phrases and tables; it knows no Markdown, and no template decides
anything. What nobody has stated is said to be unknown; nothing is inferred.
"""
