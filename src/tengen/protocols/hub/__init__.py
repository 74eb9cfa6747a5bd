"""Hub, version 2: the protocol of draughts programs, for English draughts by an extension."""
