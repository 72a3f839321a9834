package main

import "fmt"

// contenderStruct decodes into structs that were declared beforehand, records.go. The first key of the
// first document tells which.
var contenderStruct = &contender{
	name:   "mongo-driver@struct",
	traits: "model=typed buffer=fresh ownership=owned checks=partial vectors=no",
	ops:    []string{"decode", "encode"},
	open: func(documents [][]byte) (*codec, error) {
		key := ""
		if len(documents) > 0 {
			key = firstKey(documents[0])
		}
		switch key {
		case "name":
			return marshalling[flat](), nil
		case "_id":
			return marshalling[order](), nil
		}
		return nil, fmt.Errorf("records are declared for bson/flat (first key name) and bson/order"+
			" (first key _id) alone; this corpus begins with the key %q", key)
	},
}
