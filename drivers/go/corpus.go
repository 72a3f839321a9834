package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
)

// smallestDocument is the length of a document without elements: its length and its terminator.
const smallestDocument = 5

// readCorpus reads a file of documents, one after the other, and cuts it at their lengths. Nothing else
// of the documents is looked at: whether they are any good is for the codec to say.
func readCorpus(path string) ([][]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return cut(data)
}

func cut(data []byte) ([][]byte, error) {
	var documents [][]byte
	for at := 0; at < len(data); {
		left := data[at:]
		length := 0
		if len(left) >= 4 {
			length = int(binary.LittleEndian.Uint32(left))
		}
		if length < smallestDocument || length > len(left) {
			return nil, fmt.Errorf(
				"not a file of BSON documents: at byte %d of the file, document %d claims %d bytes, %d are left",
				at, len(documents), length, len(left))
		}
		// The capacity is cut too: whoever appends to a document must not write into the next.
		documents = append(documents, left[:length:length])
		at += length
	}
	return documents, nil
}

// firstKey is the key of a document's first element, or "" if it has none.
func firstKey(document []byte) string {
	if len(document) <= smallestDocument {
		return ""
	}
	key, _, found := bytes.Cut(document[5:], []byte{0})
	if !found {
		return ""
	}
	return string(key)
}
