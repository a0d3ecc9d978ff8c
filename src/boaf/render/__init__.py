"""Boards, graphs and figures as text, SVG and pixels."""
