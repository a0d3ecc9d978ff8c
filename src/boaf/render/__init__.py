"""How boards look: as text and as SVG."""
