"""The page and its API: FastAPI behind it, plain JavaScript in front of it, nothing loaded from the internet.

| module      | what                                                                      |
| ----------- | ------------------------------------------------------------------------- |
| `models`    | what the calls take and give, as the OpenAPI description shows it         |
| `parsing`   | from the texts of a request to a board within the bounds                  |
| `answers`   | what each call computes; plain functions, bounded in time                 |
| `workers`   | threads with bounded queues before them, and a cache of answers           |
| `disconnect`| calls that end when their client hangs up                                 |
| `middleware`| what every request passes: allowed hosts, body size, security headers     |
| `hosts`     | where the page can be opened, and for which names the server answers      |
| `app`       | the calls, put together                                                   |
| `page`      | the page as a folder of files, without a server                           |
| `server`    | one process that serves the page and stops cleanly                        |

Nothing here keeps a state of the player's: a game lives in the address of the page.
"""

from boaf.support.lazy import public_names

__getattr__, __dir__, __all__ = public_names(__name__)
