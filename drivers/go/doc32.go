package main

import (
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// isDoc32 tells bson/doc32 by its one document and the name of its first key.
func isDoc32(documents [][]byte) bool {
	return len(documents) == 1 && firstKey(documents[0]) == "a_double"
}

// doc32 builds the document of docs/corpora.md from nothing, in the table's order.
func doc32() bson.D {
	return bson.D{
		{Key: "a_double", Value: 3.141592653589793},
		{Key: "a_int32", Value: int32(1234567)},
		{Key: "a_int64", Value: int64(9007199254740993)},
		{Key: "a_javascript", Value: bson.JavaScript("function (x) { return x; }")},
		{Key: "a_document", Value: bson.D{
			{Key: "a", Value: int32(203)},
			{Key: "nested", Value: bson.D{{Key: "b", Value: "two deep"}, {Key: "c", Value: 2.5}}},
		}},
		{Key: "a_javascript_scope", Value: bson.CodeWithScope{
			Code:  "function (x) { return x * n; }",
			Scope: bson.D{{Key: "n", Value: int32(10)}, {Key: "who", Value: "Ada"}},
		}},
		{Key: "a_uuid", Value: bson.Binary{Subtype: bson.TypeBinaryUUID, Data: []byte{
			0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77,
			0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff,
		}}},
		{Key: "a_false", Value: false},
		{Key: "a_true", Value: true},
		{Key: "a_string", Value: "Hello, wire"},
		{Key: "a_array", Value: bson.A{int32(10), "abc", 345.5}},
		{Key: "a_objectid", Value: bson.ObjectID{
			0x5f, 0x3e, 0x2d, 0x1c, 0x0b, 0x9a, 0x8f, 0x7e, 0x6d, 0x5c, 0x4b, 0x3a,
		}},
		{Key: "a_datetime", Value: bson.DateTime(1441062245123)},
		{Key: "a_null", Value: nil},
		{Key: "a_regex", Value: bson.Regex{Pattern: "^a.*z$", Options: "im"}},
		{Key: "b_double", Value: -0.0025},
		{Key: "b_int32", Value: int32(-42)},
		{Key: "b_int64", Value: int64(-5)},
		{Key: "b_javascript", Value: bson.JavaScript("function () { return 1; }")},
		{Key: "b_document", Value: bson.D{
			{Key: "a", Value: int32(-203)},
			{Key: "nested", Value: bson.D{{Key: "b", Value: "also two deep"}, {Key: "c", Value: -2.5}}},
		}},
		{Key: "b_javascript_scope", Value: bson.CodeWithScope{
			Code:  "function () { return n; }",
			Scope: bson.D{{Key: "n", Value: int32(20)}, {Key: "who", Value: "Grace"}},
		}},
		{Key: "b_uuid", Value: bson.Binary{Subtype: bson.TypeBinaryUUID, Data: []byte{
			0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10,
			0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef,
		}}},
		{Key: "b_false", Value: false},
		{Key: "b_true", Value: true},
		{Key: "b_string", Value: "Żółw, 世界, 🦀"},
		{Key: "b_array", Value: bson.A{true, nil, bson.A{int32(1), int32(2)}}},
		{Key: "b_objectid", Value: bson.ObjectID{
			0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x01, 0x23, 0x45, 0x67,
		}},
		{Key: "b_datetime", Value: bson.DateTime(-1500)},
		{Key: "b_null", Value: nil},
		{Key: "b_regex", Value: bson.Regex{Pattern: "abc|def", Options: "is"}},
	}
}

// cycleDoc32 builds, encodes and decodes doc32 once for each document of the corpus, which is one.
func cycleDoc32(documents [][]byte) (pass, error) {
	return func() (int64, error) {
		var consumed int64
		for range documents {
			data, err := bson.Marshal(doc32())
			if err != nil {
				return 0, fmt.Errorf("cycle: encode: %w", err)
			}
			var decoded bson.D
			if err := bson.Unmarshal(data, &decoded); err != nil {
				return 0, fmt.Errorf("cycle: decode: %w", err)
			}
			// Counted from what was decoded, so that decoding cannot be dropped.
			if len(decoded) > 0 {
				consumed += int64(len(data)) + 1
			}
		}
		return consumed, nil
	}, nil
}
