"""Text in; values or located mistakes out. Never raises for anything that a file or comment holds."""
