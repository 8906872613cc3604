"""The only folder that talks to GitHub. Decides nothing."""
