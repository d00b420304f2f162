"""How the outside world reaches a sink: signed requests, vendor pushes, queues, a pack's own process; the user's."""
