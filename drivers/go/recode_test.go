package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// vectors reads the shared test vectors: id to document, of those that must come back unchanged.
func vectors(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob("../../formats/bson/vectors/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no vectors: %v", err)
	}
	valid := map[string][]byte{}
	for _, path := range files {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 1<<22)
		for lines.Scan() {
			var v struct{ ID, Group, Hex string }
			if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			data, err := hex.DecodeString(v.Hex)
			if err != nil {
				t.Fatalf("%s: %s: %v", path, v.ID, err)
			}
			if v.Group == "valid" {
				valid[v.ID] = data
			}
		}
		if err := lines.Err(); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	return valid
}

func opened(t *testing.T, c *contender, documents ...[]byte) *codec {
	t.Helper()
	codec, err := c.open(documents)
	if err != nil {
		t.Fatalf("%s: %v", c.name, err)
	}
	return codec
}

func TestEveryTypeComesBack(t *testing.T) {
	document := vectors(t)["document-all-types"]
	for _, c := range []*contender{contenderD, contenderRaw, contenderBsoncore} {
		got, err := opened(t, c).recode(document)
		if err != nil || !bytes.Equal(got, document) {
			t.Errorf("%s: got %x, %v; want %x", c.name, got, err, document)
		}
	}
	// A map comes back in any order: as many bytes, and the same fields.
	got, err := opened(t, contenderM).recode(document)
	if err != nil || len(got) != len(document) {
		t.Fatalf("M: got %x, %v", got, err)
	}
	var before, after bson.M
	if err := errors.Join(bson.Unmarshal(document, &before), bson.Unmarshal(got, &after)); err != nil {
		t.Fatal(err)
	}
	for key := range before {
		if _, ok := after[key]; !ok {
			t.Errorf("M: the field %s is lost", key)
		}
	}
}

// The raw walks have no listed differences: every valid vector must come back.
func TestRawWalksGiveBackEveryVector(t *testing.T) {
	for _, c := range []*contender{contenderRaw, contenderBsoncore} {
		codec := opened(t, c)
		for id, document := range vectors(t) {
			got, err := codec.recode(document)
			if err != nil || !bytes.Equal(got, document) {
				t.Errorf("%s: %s: got %x, %v; want %x", c.name, id, got, err, document)
			}
		}
	}
}

// A bug of the library's, listed in differences.toml: should this fail, the list is out of date.
func TestEmptyOldBinaryComesBackAsItsLength(t *testing.T) {
	document := vectors(t)["binary-old-empty"]
	got, err := opened(t, contenderD).recode(document)
	if err != nil || bytes.Equal(got, document) {
		t.Errorf("got %x, %v: the library has been corrected", got, err)
	}
}

func TestBrokenDocumentsAreRejected(t *testing.T) {
	for _, c := range contenders {
		if c == contenderStruct {
			continue
		}
		codec := opened(t, c)
		// A string whose length reaches past the end of the document.
		for _, text := range []string{"0e00000002610003000000780000", "0d000000"} {
			document, _ := hex.DecodeString(text)
			document = document[:len(document)-1]
			_, err := codec.recode(document)
			var refused *rejection
			if !errors.As(err, &refused) {
				t.Errorf("%s took %x: %v", c.name, document, err)
			}
		}
	}
}

func TestWalksStopAtTheirBound(t *testing.T) {
	nest := func(levels int) []byte {
		document := []byte{5, 0, 0, 0, 0}
		for range levels - 1 {
			document, _ = bson.Marshal(bson.D{{Key: "a", Value: bson.Raw(document)}})
		}
		return document
	}
	for _, c := range []*contender{contenderRaw, contenderBsoncore} {
		if _, err := opened(t, c).recode(nest(maxDepth)); err != nil {
			t.Errorf("%s: %d levels: %v", c.name, maxDepth, err)
		}
		if _, err := opened(t, c).recode(nest(maxDepth + 1)); !errors.Is(err, errTooDeep) {
			t.Errorf("%s: %d levels: %v, want too-deep", c.name, maxDepth+1, err)
		}
	}
}

func TestDoc32IsTheDocumentOfTheCorpora(t *testing.T) {
	want := vectors(t)["document-doc32"]
	codec := opened(t, contenderD, want)
	got, err := codec.cycled()
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("built %x, %v; want %x", got, err, want)
	}
	run, err := codec.operations["cycle"]([][]byte{want})
	if err != nil {
		t.Fatal(err)
	}
	if consumed, err := run(); err != nil || consumed != int64(len(want))+1 {
		t.Errorf("cycle consumed %d, %v; want %d", consumed, err, len(want)+1)
	}
}

func TestRecordsComeBack(t *testing.T) {
	coupon := "SPRING"
	for _, record := range []any{
		flat{Name: "Ada", Age: 36, Height: 1.65, Account: 1 << 40, Created: -1500, Comment: "ż"},
		order{
			Number: 1 << 40, Status: "paid",
			Customer: customer{
				Tags:    []string{"new", "vip"},
				Address: address{Location: location{"Point", [2]float64{21.01, 52.23}}},
			},
			Items:    []item{{SKU: "a", Stock: stock{Bins: [2]int32{3, 4}}}, {SKU: "b"}},
			Shipping: shipping{Events: []event{{At: 1, Status: "sent"}}},
		},
		order{Coupon: &coupon},
	} {
		document, err := bson.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		got, err := opened(t, contenderStruct, document).recode(document)
		if err != nil || !bytes.Equal(got, document) {
			t.Errorf("got %x, %v; want %x", got, err, document)
		}
	}
	if _, err := contenderStruct.open([][]byte{{5, 0, 0, 0, 0}}); err == nil {
		t.Error("a corpus without records was opened")
	}
}
