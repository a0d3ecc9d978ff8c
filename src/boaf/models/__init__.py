"""What a search may ask of a learned model: model files, forests, and the features of a position."""
