"""Values to Markdown, JSON and terminal text. Every word of a user passes one escape function."""
