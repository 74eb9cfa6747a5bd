"""What all learners share: run folder, self-play, replay buffer, the learning loop, metrics."""
