"""How long a person waits for the table at the pace "instant", and how heavy pushes are.

    python -m tests.bench.instant [MATCHES]

Starts a server of its own with SQLite, plays whole matches of six at the classic schedule against normal bots, and
prints the time from sending a move to having read the answer, in which all bots have played. Measured, not asserted:
other work on the machine counts.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
import zlib
from collections.abc import Iterable
from pathlib import Path

from tests.support.client import Player
from tests.support.servers import Server, embedded


def measure_match(server: Server, seed: int) -> tuple[list[float], list[str]]:
    """Milliseconds of each move of one match, and the frames that its socket got."""
    waits, frames = [], []
    with Player(server.base_url, seed=seed) as ana:
        ana.start("romanian", seats=6, schedule="8-1-8", level="normal", pace="instant")
        felt = ana.wait_for_turn()
        with ana.socket(felt) as socket:
            while not felt.is_over:
                begun = time.perf_counter()
                ana.move(felt)
                waits.append((time.perf_counter() - begun) * 1000)
                frames.append(str(socket.recv(timeout=20)))
                felt = ana.wait_for_turn()
    return waits, frames


def compressed(frames: Iterable[str]) -> list[int]:
    """Bytes of each frame on a socket that keeps its compression window from frame to frame."""
    packer = zlib.compressobj(wbits=-12)
    return [len(packer.compress(frame.encode()) + packer.flush(zlib.Z_SYNC_FLUSH)) for frame in frames]


def spread(values: list[float]) -> str:
    cuts = statistics.quantiles(values, n=100)
    return f"median {cuts[49]:.0f}, 95 % {cuts[94]:.0f}, most {max(values):.0f} ({len(values)} moves)"


def main(matches: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = embedded(Path(folder)).start()
        try:
            runs = [measure_match(server, seed) for seed in range(matches)]
        finally:
            server.stop()
    print("milliseconds from move to answer:", spread([wait for waits, _frames in runs for wait in waits]))
    print("bytes of a frame:", spread([len(frame.encode()) for _waits, frames in runs for frame in frames]))
    print("bytes of a frame, compressed:", spread([size for _waits, frames in runs for size in compressed(frames)]))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
