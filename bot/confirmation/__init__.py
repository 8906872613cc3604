"""What one comment is worth. Never infers consent: any doubt refuses, with the reason."""
