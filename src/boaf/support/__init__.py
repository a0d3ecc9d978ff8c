"""What every other package shares and nothing here knows about the game: errors, files, threads, progress."""
