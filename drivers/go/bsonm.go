package main

import (
	"go.mongodb.org/mongo-driver/v2/bson"
)

// contenderM decodes to bson.M, a map from key to value. Order is lost: Go ranges over maps in a random
// order, and so the library writes them. It has no cycle, whose bytes would be others each time.
var contenderM = &contender{
	name:   "mongo-driver@M",
	traits: "model=documents buffer=fresh ownership=owned checks=partial",
	ops:    []string{"decode", "encode"},
	open:   func([][]byte) (*codec, error) { return marshalling[bson.M](), nil },
}
