"""Try examples/nginx/boaf.conf: run boaf and Debian's nginx, and ask through the proxy.

    python tools/try_nginx.py [--nginx /usr/sbin/nginx]

Without nginx on the machine: apt-get download nginx && dpkg -x nginx_*.deb root, and --nginx root/usr/sbin/nginx.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

ROOT = Path(__file__).parent.parent
HOST = "boaf.example.org"
_FRAME = """daemon off; master_process off; pid {place}/nginx.pid; error_log {place}/error.log;
events {{ worker_connections 1024; }}
http {{
  access_log off;
  client_body_temp_path {place}/body; proxy_temp_path {place}/proxy;
  fastcgi_temp_path {place}/fastcgi; uwsgi_temp_path {place}/uwsgi; scgi_temp_path {place}/scgi;
  include {place}/boaf.conf;
}}
"""


def main() -> int:
    """Start both, ask, stop both."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nginx", default=shutil.which("nginx") or "/usr/sbin/nginx")
    nginx = parser.parse_args().nginx
    if not Path(nginx).exists():
        print(f"{nginx} is missing: give --nginx")
        return 2
    with ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        words = ["-m", "boaf", "play", "--no-browser", "--port", "0", "--workers", "2", "--allow-host", HOST]
        server = stack.enter_context(subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True))
        stack.callback(server.terminate)
        assert server.stdout
        found = re.search(r":(\d+)/", server.stdout.readline())
        assert found, "boaf did not start"
        port = _free_port()
        text = (ROOT / "examples" / "nginx" / "boaf.conf").read_text()
        text = text.replace("127.0.0.1:8416", f"127.0.0.1:{found[1]}")
        text = text.replace("listen 80;", f"listen 127.0.0.1:{port};")
        (place / "boaf.conf").write_text(text)
        (place / "nginx.conf").write_text(_FRAME.format(place=place))
        proxy = stack.enter_context(subprocess.Popen([nginx, "-c", str(place / "nginx.conf"), "-p", str(place)]))
        stack.callback(proxy.terminate)
        _try(f"http://127.0.0.1:{port}")
    print("nginx passes the page, the API, errors and its own limit on")
    return 0


def _try(address: str) -> None:
    for _ in range(50):
        try:
            page = _ask(f"{address}/")
            break
        except OSError:
            time.sleep(0.1)
    assert b"<html" in page, "the page"
    deal = json.loads(_ask(f"{address}/api/deal?seed=1264"))
    assert json.loads(_ask(f"{address}/api/solve", {"board": deal["board"]}))["verdict"] == "unsolvable"
    assert _status(f"{address}/api/solve", {"board": "XX"}) == 422
    assert _status(f"{address}/api/solve", {"board": "x" * 40_000}) == 413
    with ThreadPoolExecutor(100) as pool:  # at once, so that the limit is met on a slow machine, too
        statuses = list(pool.map(_status, [f"{address}/api/deal?seed={k}" for k in range(100)]))
    assert 503 in statuses, "the limit of requests"
    assert set(statuses) == {200, 503}


def _ask(address: str, body: object = None) -> bytes:
    data = None if body is None else json.dumps(body).encode()
    request = Request(address, data, {"Host": HOST, "Content-Type": "application/json"})
    answer: bytes = urlopen(request, timeout=20).read()
    return answer


def _status(address: str, body: object = None) -> int:
    try:
        _ask(address, body)
    except HTTPError as error:
        return error.code
    return 200


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


if __name__ == "__main__":
    sys.exit(main())
