"""Feeds broken documents to `recode` and expects an answer to each: garbage.py PROGRAM [COUNT [SEED]].

Half of them are test vectors with a few bytes changed, cut or doubled, which get far into the codec;
the others are noise behind a fitting length. Run it on a build with -DWIREBENCH_SANITIZE=ON to find
what the answers alone do not show.
"""

import random
import struct
import sys
import tempfile
from pathlib import Path

from talk import Driver, vectors

WALKERS = ["libbson@visit", "libbson@append"]


def noise(generator: random.Random) -> bytes:
    body = generator.randbytes(generator.randrange(60))
    return struct.pack("<i", len(body) + 5) + body + b"\x00"


def damaged(generator: random.Random, seeds: list[bytes]) -> bytes:
    document = bytearray(generator.choice(seeds))
    for _ in range(generator.randrange(1, 4)):
        if not document:
            break
        at = generator.randrange(len(document))
        match generator.randrange(5):
            case 0:
                document[at] ^= 1 << generator.randrange(8)
            case 1:
                document[at] = generator.choice((0, 1, 5, 0x7F, 0x80, 0xFF))
            case 2:
                del document[at : at + generator.randrange(1, 9)]
            case 3:
                document[at:at] = document[at : at + generator.randrange(1, 9)]
            case _:
                document[at : at + 4] = struct.pack("<i", generator.randrange(-4, 40))
    if generator.random() < 0.8:
        # A fitting outer length, or hardly anything gets past the first check.
        document[:4] = struct.pack("<i", len(document))
    return bytes(document)


def main(program: str, count: int = 20000, seed: int = 1) -> None:
    generator = random.Random(seed)
    seeds = [case["hex"] for case in vectors()]
    documents = [bytes.fromhex(text) for text in seeds if len(text) < 4000]
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "one.bson"
        corpus.write_bytes(b"\x05\0\0\0\0")
        for name in WALKERS:
            kinds = {"bytes": 0, "rejected": 0}
            with Driver(program) as driver:
                assert driver.ask(f"open {name} bson {corpus}") == "ok 1"
                for i in range(count):
                    document = damaged(generator, documents) if i % 2 else noise(generator)
                    answer = driver.ask(f"recode {document.hex() or '-'}")
                    kinds[answer.split()[0]] += 1
            assert all(kinds.values()), "both answers should occur among so many"
            print(f"{name}: {kinds['bytes']} taken, {kinds['rejected']} rejected")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
