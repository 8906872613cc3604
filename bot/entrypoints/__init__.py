"""Three thin doors to the service; the only folder with Flask, argv, environ and a clock."""
