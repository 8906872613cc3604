"""One question a file; a gate knows no other gate, and the checklist asks them all."""
