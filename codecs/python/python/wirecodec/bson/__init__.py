"""BSON in Python's own values.

>>> from wirecodec import bson
>>> data = bson.dumps({"name": "Ada", "born": 1815})
>>> bson.loads(data)
{'name': 'Ada', 'born': 1815}

What is read and written again is the same bytes: whatever Python has no type of its own for is
read as one of the classes below.

| BSON                          | Python                                                       |
| ----------------------------- | ------------------------------------------------------------ |
| double                        | float                                                        |
| string                        | str                                                          |
| document                      | dict; any mapping is written                                 |
| array                         | list; a tuple is written too                                 |
| binary, subtype 0             | bytes; a bytearray or memoryview is written too              |
| binary, subtype 4, 16 bytes   | uuid.UUID                                                    |
| binary, any other             | Binary                                                       |
| undefined                     | Undefined                                                    |
| ObjectId                      | ObjectId                                                     |
| boolean                       | bool                                                         |
| datetime                      | datetime.datetime in UTC; DateTimeMS beyond years 1 to 9999  |
| null                          | None                                                         |
| regular expression            | Regex                                                        |
| DBPointer                     | DBPointer                                                    |
| JavaScript, with scope or not | Code                                                         |
| symbol                        | Symbol                                                       |
| int32                         | int                                                          |
| int64                         | int beyond 32 bits, else Int64                               |
| timestamp                     | Timestamp                                                    |
| decimal128                    | Decimal128                                                   |
| min key, max key              | MinKey, MaxKey                                               |
"""

from wirecodec._native.bson import (
    Binary,
    Code,
    DateTimeMS,
    DBPointer,
    Decimal128,
    MaxKey,
    MaxKeyType,
    MinKey,
    MinKeyType,
    ObjectId,
    Regex,
    Symbol,
    Timestamp,
    Undefined,
    UndefinedType,
    dumps,
    iter_documents,
    loads,
    prepare,
)
from wirecodec.bson._error import BsonError
from wirecodec.bson._int64 import Int64

__all__ = [
    "Binary",
    "BsonError",
    "Code",
    "DBPointer",
    "DateTimeMS",
    "Decimal128",
    "Int64",
    "MaxKey",
    "MaxKeyType",
    "MinKey",
    "MinKeyType",
    "ObjectId",
    "Regex",
    "Symbol",
    "Timestamp",
    "Undefined",
    "UndefinedType",
    "dumps",
    "iter_documents",
    "loads",
]

# Its own classes exist now, and the first call should cost no more than the others.
prepare()
del prepare
