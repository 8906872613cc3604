"""What follows from what was seen, and the least effects that make GitHub say so. Pure."""
