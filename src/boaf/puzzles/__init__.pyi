from boaf.puzzles.candidates import Puzzle as Puzzle
from boaf.puzzles.difficulty import ATTRIBUTES as ATTRIBUTES
from boaf.puzzles.difficulty import LEVELS as LEVELS
from boaf.puzzles.difficulty import Rating as Rating
from boaf.puzzles.difficulty import rate as rate
from boaf.puzzles.difficulty import rate_many as rate_many
from boaf.puzzles.generation import daily as daily
from boaf.puzzles.generation import generate as generate
