package main

import (
	"errors"

	"go.mongodb.org/mongo-driver/v2/x/bsonx/bsoncore"
)

// contenderBsoncore walks with the readers that bson.Raw and the driver itself are made of. They make
// no slices, and they are what to reach for when speed matters most; their package is exported and
// documented, but declared experimental. Checking that a document ends where it says is left to their
// caller, so that it is done here.
var contenderBsoncore = &contender{
	name:   "mongo-driver@bsoncore",
	traits: "model=raw buffer=fresh ownership=borrowed checks=partial",
	ops:    []string{"decode"},
	open:   func([][]byte) (*codec, error) { return walking(descendCore), nil },
}

var (
	errLength     = errors.New("a document's length does not fit what contains it")
	errTerminator = errors.New("a document does not end with a NUL")
	errElement    = errors.New("an element reaches past the end of its document, or has no known type")
)

func descendCore(w *walk, data []byte, array bool) error {
	document, rest, ok := bsoncore.ReadDocument(data)
	if !ok || len(document) < smallestDocument || len(rest) != 0 {
		return errLength
	}
	last := len(document) - 1
	if document[last] != 0 {
		return errTerminator
	}
	elements := document[4:last]
	for index := 0; len(elements) > 0; index++ {
		kind, tail, ok := bsoncore.ReadType(elements)
		if !ok {
			return errElement
		}
		key, tail, ok := bsoncore.ReadKeyBytes(tail)
		if !ok {
			return errElement
		}
		value, tail, ok := bsoncore.ReadValue(tail, kind)
		if !ok {
			return errElement
		}
		w.element(key)
		if array {
			w.item(index)
		}
		if err := w.value(value); err != nil {
			return err
		}
		elements = tail
	}
	return nil
}
