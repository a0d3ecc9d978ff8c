"""The page and its API: FastAPI on the server, plain JavaScript in the browser, nothing loaded from the internet.

| module       | what                                                                      |
| ------------ | ------------------------------------------------------------------------- |
| `models`     | the requests and answers of each call, as in the OpenAPI description      |
| `parsing`    | from the texts of a request to a board that the page can show             |
| `answers`    | what each call computes; plain functions, bounded in time                 |
| `workers`    | threads with bounded queues, and a cache of answers                       |
| `middleware` | for every request: allowed hosts, body size, security headers             |
| `app`        | the calls, put together, each cancelled when its client disconnects       |
| `page`       | the page as a folder of files, without a server                           |
| `server`     | one process that serves the page for its own host names and stops cleanly |

The server keeps no state of the player: a game is in the address of the page.
"""

from boaf.support.lazy import public_names

__getattr__, __dir__, __all__ = public_names(__name__)
