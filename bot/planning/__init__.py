"""From a request and a lineage to a plan; pure, and the same bytes for the same input."""
