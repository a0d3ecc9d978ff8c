"""Questions about a board beyond whether it is solvable: every move's verdict, the best score, how many solutions."""
