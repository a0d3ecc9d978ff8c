"""What a search may use of a learned model: model files, forests, and the features of a position."""
