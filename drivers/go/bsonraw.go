package main

import (
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/x/bsonx/bsoncore"
)

// contenderRaw walks with bson.Raw, the library's supported view of undecoded bytes: Elements of a
// document, Values of an array. Both make a slice for what they return.
var contenderRaw = &contender{
	name:   "mongo-driver@Raw",
	traits: "model=raw buffer=fresh ownership=borrowed checks=partial",
	ops:    []string{"decode"},
	open:   func([][]byte) (*codec, error) { return walking(descendRaw), nil },
}

func descendRaw(w *walk, data []byte, array bool) error {
	if array {
		values, err := bson.RawArray(data).Values()
		if err != nil {
			return err
		}
		for i := range values {
			w.item(i)
			if err := w.value(coreValue(&values[i])); err != nil {
				return err
			}
		}
		return nil
	}
	elements, err := bson.Raw(data).Elements()
	if err != nil {
		return err
	}
	for _, element := range elements {
		// A RawElement's own Key would copy the key into a string, which a view need not.
		key, err := bsoncore.Element(element).KeyBytesErr()
		if err != nil {
			return err
		}
		value, err := element.ValueErr()
		if err != nil {
			return err
		}
		w.element(key)
		if err := w.value(coreValue(&value)); err != nil {
			return err
		}
	}
	return nil
}

// coreValue is what each method of a RawValue makes of it before it reads.
func coreValue(value *bson.RawValue) bsoncore.Value {
	return bsoncore.Value{Type: bsoncore.Type(value.Type), Data: value.Value}
}
