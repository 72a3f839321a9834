package main

import (
	"fmt"
	"runtime"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// This file is what bson.D, bson.M and structs have in common: bson.Unmarshal into a fresh value and
// bson.Marshal of it. Both take their readers, writers and buffers from pools inside the library; an
// Encoder of one's own gains something only by keeping one buffer for many documents, another mode.

// marshalling is the codec that holds documents as values of type T.
func marshalling[T any]() *codec {
	return &codec{
		recode:     recodeAs[T],
		operations: map[string]operation{"decode": decodeAs[T], "encode": encodeAs[T]},
	}
}

func recodeAs[T any](document []byte) ([]byte, error) {
	var value T
	if err := bson.Unmarshal(document, &value); err != nil {
		return nil, rejected(err)
	}
	data, err := bson.Marshal(value)
	if err != nil {
		return nil, rejected(err)
	}
	return data, nil
}

func decodeAs[T any](documents [][]byte) (pass, error) {
	return func() (int64, error) {
		for i, document := range documents {
			var value T
			if err := bson.Unmarshal(document, &value); err != nil {
				return 0, fmt.Errorf("decode: document %d: %w", i, err)
			}
			runtime.KeepAlive(&value)
		}
		return int64(len(documents)), nil
	}, nil
}

func encodeAs[T any](documents [][]byte) (pass, error) {
	// Boxed beforehand: Marshal takes an interface, and making one of a slice or struct allocates.
	values := make([]any, len(documents))
	for i, document := range documents {
		var value T
		if err := bson.Unmarshal(document, &value); err != nil {
			return nil, fmt.Errorf("decoding for encode: document %d: %w", i, err)
		}
		values[i] = value
	}
	return func() (int64, error) {
		var produced int64
		for i, value := range values {
			data, err := bson.Marshal(value)
			if err != nil {
				return 0, fmt.Errorf("encode: document %d: %w", i, err)
			}
			produced += int64(len(data))
		}
		return produced, nil
	}, nil
}
