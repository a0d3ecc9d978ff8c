from boaf.envs.env import BirdsOfAFeather as BirdsOfAFeather
from boaf.envs.games import observe as observe
from boaf.envs.vector_env import BirdsOfAFeatherVector as BirdsOfAFeatherVector
