"""The Python driver of wirebench: puts Python codecs under the bench, one line at a time.

It speaks the line protocol of ``docs/driver-protocol.md`` on standard input and output. From the
outside in: ``session`` answers requests in the words of ``line``; ``opened`` holds the clock;
``adapter`` says what a library must offer; ``libraries/`` has one file a library, with nothing but
the calls into it.

The words of the command line name the contenders to host, since not all of them can live in one
environment: pymongo and the ``bson`` of PyPI both install a package called ``bson``.

    python -m wirebench_driver pymongo marshal
"""
