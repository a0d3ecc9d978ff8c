"""Hold the server to its promises: 200 analyse requests per second, p99 under 250 ms, none lost, memory flat.

And every question on a 4 × 4 board is answered within a second, though others ask about 7 × 7 boards and hang up.

    python benchmarks/web.py                 # 30 seconds of load, then small questions next to heavy ones
    python benchmarks/web.py --many 100000   # in between as many requests as fast as they are answered, memory watched

The server is a process of its own, as `boaf play` starts it; the questions come over the loopback, each about another
numbered deal, so that no answer comes from the cache. Questions are sent at their times whatever the server does, and
the time of an answer counts from the time at which its question was due: a server that falls behind cannot hide it.
The load average of the machine is printed next to the figures, because other work on it takes from both sides.

Each kind of question on a 4 × 4 board is then asked three times over: of an idle server, of one that works on two heavy
7 × 7 requests, and right after both clients have hung up; the same questions of a new server each time, so that no
answer comes from the cache. The ratios to the idle server say what others cost.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from itertools import count
from math import inf
from pathlib import Path
from statistics import median
from time import perf_counter
from urllib.parse import urlsplit

from boaf.deals import deal

CONNECTIONS = 32
HEAVY = {"difficulty": 5, "rows": 7, "cols": 7, "count": 10}
_PAGE = 1 << 12


class Client:
    """A connection that is kept, with one question on it at a time."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, call: str, question: object) -> asyncio.StreamReader:
        """Ask a question, None for a GET request; where its answer will be."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        body = b"" if question is None else json.dumps(question).encode()
        head = f"{'POST' if body else 'GET'} /api/{call} HTTP/1.1\r\nHost: localhost\r\n"
        head += "Content-Type: application/json\r\n" if body else ""
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        return reader

    def hang_up(self) -> None:
        """Close the connection, whatever is under way on it."""
        if self._streams:
            self._streams[1].close()

    async def ask(self, call: str, question: object) -> int:
        """The status of the answer, 0 if there is none."""
        try:
            reader = await self.send(call, question)
            answer = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            await reader.readexactly(int(answer.partition("content-length:")[2].split()[0]))
        except (OSError, asyncio.IncompleteReadError):
            self._streams = None
            return 0
        return int(answer.split()[1])


class Tally:
    """What came back."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.statuses: dict[int, int] = {}

    def add(self, status: int, seconds: float) -> None:
        """Count one answer."""
        self.seconds.append(seconds)
        self.statuses[status] = self.statuses.get(status, 0) + 1

    def share(self, part: float) -> float:
        """The milliseconds within which this part of the answers came."""
        return 1000 * sorted(self.seconds)[min(int(part * len(self.seconds)), len(self.seconds) - 1)]


@contextmanager
def server() -> Iterator[tuple[int, int]]:
    """A running server: its process and its port."""
    command = [sys.executable, "-m", "boaf", "play", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[5]
        try:
            yield process.pid, urlsplit(address).port or 0
        finally:
            process.terminate()


async def load(port: int, rate: float, seconds: float, boards: Iterator[str]) -> Tally:
    """Ask `rate` questions a second, evenly, over a pool of connections."""
    idle: asyncio.Queue[Client] = asyncio.Queue()
    for _ in range(CONNECTIONS):
        idle.put_nowait(Client(port))
    tally = Tally()
    start = perf_counter()

    async def one(due: float, board: str) -> None:
        client = await idle.get()
        status = await client.ask("analyze", {"board": board})
        tally.add(status, perf_counter() - due)
        idle.put_nowait(client)

    async with asyncio.TaskGroup() as group:
        for number in range(int(rate * seconds)):
            due = start + number / rate
            await asyncio.sleep(due - perf_counter())
            group.create_task(one(due, next(boards)))
    return tally


async def many(port: int, requests: int, boards: Iterator[str], pid: int) -> Tally:
    """Ask `requests` questions as fast as they are answered, a few at a time; show the memory ten times."""
    tally = Tally()
    left = iter(range(requests))

    async def ask_on() -> None:
        client = Client(port)
        for number in left:
            start = perf_counter()
            tally.add(await client.ask("analyze", {"board": next(boards)}), perf_counter() - start)
            if (number + 1) % max(requests // 10, 1) == 0:
                print(f"  {number + 1:>7} requests: {memory(pid):.1f} MB", flush=True)

    await asyncio.gather(*(ask_on() for _ in range(4)))
    return tally


def small_questions(seed: int) -> dict[str, tuple[str, object]]:
    """A question of every kind on a 4 × 4 board, another one for each seed."""
    board = deal(seed).text()
    calls = ("solve", "analyze", "explain", "graph", "rate", "predict", "think")
    return {call: (call, {"board": board}) for call in calls} | {
        "think, mcts": ("think", {"board": board, "player": "mcts", "iterations": 300}),
        "history": ("history", {"board": board, "moves": []}),
        "generate": ("generate", {"difficulty": 3, "seed": seed}),
        "daily": (f"daily?date={date.fromordinal(700_000 + seed)}", None),
        "deal": (f"deal?seed={seed}", None),
        "board": ("board", {"text": board}),
    }


async def small_times(port: int, seeds: Iterable[int], others: str) -> dict[str, list[float]]:
    """The seconds that each kind of small question takes, asked while others work.

    They do nothing (`idle`), wait for two heavy answers (`waiting`), or hang up while these are computed (`gone`).
    """
    found: dict[str, list[float]] = {}
    for seed in seeds:
        for kind, (call, question) in small_questions(seed).items():
            heavy = [Client(port) for _ in range(0 if others == "idle" else 2)]
            for number, client in enumerate(heavy):
                await client.send("generate", HEAVY | {"seed": 100 * seed + number})
            await asyncio.sleep(0.2 if heavy else 0)
            if others == "gone":
                for client in heavy:
                    client.hang_up()
            start = perf_counter()
            status = await Client(port).ask(call, question)
            found.setdefault(kind, []).append(perf_counter() - start if status == 200 else inf)
            for client in heavy:
                client.hang_up()
            await asyncio.sleep(1 if heavy else 0)
    return found


async def beside_heavy_work() -> bool:
    """Print what small questions cost next to heavy ones; whether all were answered within a second of a hang-up."""
    times = {}
    for others in ("idle", "waiting", "gone"):
        with server() as (_, port):
            await small_times(port, range(2), "idle")
            await Client(port).ask("generate", {"difficulty": 3, "rows": 5, "cols": 5})
            times[others] = await small_times(port, range(10, 15), others)
    print("4 × 4 questions next to two heavy 7 × 7 requests: medians in ms, ratios to the idle server, the slowest")
    for kind, idle in times["idle"].items():
        line = f"  {kind:12} idle {1000 * median(idle):7.1f}"
        for others in ("waiting", "gone"):
            found = times[others][kind]
            line += (
                f"   {others} {1000 * median(found):7.1f} ({median(found) / median(idle):5.1f} ×, {max(found):.2f} s)"
            )
        print(line)
    slowest = max(max(found) for found in times["gone"].values())
    held = slowest < 1
    print(f"  load average of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    print(
        f"  {'held' if held else 'NOT HELD'}: all within a second when both have gone, in {slowest:.2f} s", flush=True
    )
    return held


def memory(pid: int) -> float:
    """The resident memory of a process in MB (Linux)."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE / 1e6


def processor_seconds(pid: int) -> float:
    """The processor time of a process (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def report(what: str, tally: Tally, elapsed: float, used: float) -> None:
    """Print the figures of one run."""
    total = len(tally.seconds)
    good = tally.statuses.get(200, 0)
    print(f"{what}: {total} requests in {elapsed:.1f} s, {total / elapsed:.0f} a second")
    print(f"  {good} answered, {total - good} lost")
    print(f"  p50 {tally.share(0.5):.1f} ms, p99 {tally.share(0.99):.1f} ms, slowest {tally.share(1):.1f} ms")
    print(f"  processor time of the server: {1000 * used / total:.2f} ms a request")
    print(f"  load average of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


async def run(rate: float, seconds: float, requests: int) -> bool:
    """Run the measurements; whether the promises were kept."""
    boards = (deal(seed).text() for seed in count())
    with server() as (pid, port):
        await load(port, 20, 5, boards)
        before, start = processor_seconds(pid), perf_counter()
        tally = await load(port, rate, seconds, boards)
        report(f"{rate:.0f} a second", tally, perf_counter() - start, processor_seconds(pid) - before)
        held = set(tally.statuses) == {200} and tally.share(0.99) < 250
        print(f"  {'held' if held else 'NOT HELD'}: none lost, p99 under 250 ms", flush=True)
        if requests:
            before, start = processor_seconds(pid), perf_counter()
            tally = await many(port, requests, boards, pid)
            report("as many as it takes", tally, perf_counter() - start, processor_seconds(pid) - before)
    return await beside_heavy_work() and held


def main() -> int:
    """Read the options and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rate", type=float, default=200, help="questions a second")
    parser.add_argument("--seconds", type=float, default=30, help="how long")
    parser.add_argument("--many", type=int, default=0, metavar="N", help="afterwards N requests, memory watched")
    options = parser.parse_args()
    return 0 if asyncio.run(run(options.rate, options.seconds, options.many)) else 1


if __name__ == "__main__":
    sys.exit(main())
