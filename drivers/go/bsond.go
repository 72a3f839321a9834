package main

import (
	"go.mongodb.org/mongo-driver/v2/bson"
)

// contenderD decodes to bson.D, the library's ordered document: a slice of keys and values. Keys may
// repeat, and order is kept.
var contenderD = &contender{
	name:   "mongo-driver@D",
	traits: "model=documents buffer=fresh ownership=owned checks=partial",
	ops:    []string{"decode", "encode", "cycle"},
	open: func(documents [][]byte) (*codec, error) {
		c := marshalling[bson.D]()
		if isDoc32(documents) {
			c.operations["cycle"] = cycleDoc32
			c.cycled = func() ([]byte, error) { return bson.Marshal(doc32()) }
		}
		return c, nil
	},
}
