"""The words of the project: frozen values with their own arithmetic; no input, no output."""
