package main

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"strconv"

	"go.mongodb.org/mongo-driver/v2/x/bsonx/bsoncore"
)

// maxDepth is how deep documents may be nested; the outermost is level 1. The bound is ours: neither
// bson.Raw nor bsoncore descends by itself.
const maxDepth = 200

// A walk visits every element of a document at every depth and folds its key and value into a sum. Of
// long values it takes the length and the first byte: enough that the library must have read them,
// little enough that the library is what is timed.
//
// The same code, asked to rebuild, also appends what it read to a new document. What comes out proves
// that the walk met everything, in order, with its value. Elements of arrays are numbered anew.
type walk struct {
	// descend visits the elements of a document or array: what the two raw contenders differ in.
	descend func(w *walk, data []byte, array bool) error
	depth   int
	sum     uint64

	rebuilding bool
	key        string // of the element being read, when rebuilding
	out        []byte
}

var errTooDeep = &rejection{"too-deep", "-",
	fmt.Errorf("nested deeper than %d levels, the most that this driver walks", maxDepth)}

// document visits a whole document.
func (w *walk) document(data []byte) error {
	if w.rebuilding {
		return w.rebuilt(data, false)
	}
	return w.nested(data, false)
}

func (w *walk) nested(data []byte, array bool) error {
	if w.depth == maxDepth {
		return errTooDeep
	}
	w.depth++
	err := w.descend(w, data, array)
	w.depth--
	return err
}

// rebuilt appends a document or array with everything in it.
func (w *walk) rebuilt(data []byte, array bool) error {
	var start int32
	start, w.out = bsoncore.AppendDocumentStart(w.out)
	if err := w.nested(data, array); err != nil {
		return err
	}
	var err error
	w.out, err = bsoncore.AppendDocumentEnd(w.out, start)
	return err
}

// element is called for each element that descend meets, before its value.
func (w *walk) element(key []byte) {
	if len(key) > 0 {
		w.sum += uint64(key[0])
	}
	if w.rebuilding {
		w.key = string(key)
	}
}

// item is called for each element of an array, whose key is its index.
func (w *walk) item(index int) {
	if w.rebuilding {
		w.key = strconv.Itoa(index)
	}
}

// value reads a value with the library's reader for its type.
func (w *walk) value(v bsoncore.Value) error {
	ok := false
	switch v.Type {
	case bsoncore.TypeEmbeddedDocument, bsoncore.TypeArray:
		return w.container(v)
	case bsoncore.TypeCodeWithScope:
		return w.codeWithScope(v)
	case bsoncore.TypeDouble:
		var number float64
		number, ok = v.DoubleOK()
		w.sum += math.Float64bits(number)
		if w.rebuilding {
			w.out = bsoncore.AppendDoubleElement(w.out, w.key, number)
		}
	case bsoncore.TypeString, bsoncore.TypeJavaScript, bsoncore.TypeSymbol:
		ok = w.text(v)
	case bsoncore.TypeBinary:
		var subtype byte
		var data []byte
		subtype, data, ok = v.BinaryOK()
		w.sum += uint64(subtype) + uint64(len(data))
		if len(data) > 0 {
			w.sum += uint64(data[0])
		}
		if w.rebuilding {
			w.out = bsoncore.AppendBinaryElement(w.out, w.key, subtype, data)
		}
	case bsoncore.TypeUndefined, bsoncore.TypeNull, bsoncore.TypeMinKey, bsoncore.TypeMaxKey:
		ok = true // nothing but a type
		w.sum++
		if w.rebuilding {
			w.out = bsoncore.AppendHeader(w.out, v.Type, w.key)
		}
	case bsoncore.TypeObjectID:
		var id [12]byte
		id, ok = v.ObjectIDOK()
		w.sum += uint64(id[0]) + uint64(id[11])
		if w.rebuilding {
			w.out = bsoncore.AppendObjectIDElement(w.out, w.key, id)
		}
	case bsoncore.TypeBoolean:
		var boolean bool
		boolean, ok = v.BooleanOK()
		if boolean {
			w.sum++
		}
		if w.rebuilding {
			w.out = bsoncore.AppendBooleanElement(w.out, w.key, boolean)
		}
	case bsoncore.TypeDateTime:
		var ms int64
		ms, ok = v.DateTimeOK()
		w.sum += uint64(ms)
		if w.rebuilding {
			w.out = bsoncore.AppendDateTimeElement(w.out, w.key, ms)
		}
	case bsoncore.TypeRegex:
		var pattern, options string
		pattern, options, ok = v.RegexOK()
		w.sum += foldText(pattern) + foldText(options)
		if w.rebuilding {
			w.out = bsoncore.AppendRegexElement(w.out, w.key, pattern, options)
		}
	case bsoncore.TypeDBPointer:
		var namespace string
		var id [12]byte
		namespace, id, ok = v.DBPointerOK()
		w.sum += foldText(namespace) + uint64(id[0]) + uint64(id[11])
		if w.rebuilding {
			w.out = bsoncore.AppendDBPointerElement(w.out, w.key, namespace, id)
		}
	case bsoncore.TypeInt32:
		var number int32
		number, ok = v.Int32OK()
		w.sum += uint64(number)
		if w.rebuilding {
			w.out = bsoncore.AppendInt32Element(w.out, w.key, number)
		}
	case bsoncore.TypeTimestamp:
		var seconds, increment uint32
		seconds, increment, ok = v.TimestampOK()
		w.sum += uint64(seconds) + uint64(increment)
		if w.rebuilding {
			w.out = bsoncore.AppendTimestampElement(w.out, w.key, seconds, increment)
		}
	case bsoncore.TypeInt64:
		var number int64
		number, ok = v.Int64OK()
		w.sum += uint64(number)
		if w.rebuilding {
			w.out = bsoncore.AppendInt64Element(w.out, w.key, number)
		}
	case bsoncore.TypeDecimal128:
		var high, low uint64
		high, low, ok = v.Decimal128OK()
		w.sum += high + low
		if w.rebuilding {
			w.out = bsoncore.AppendDecimal128Element(w.out, w.key, high, low)
		}
	}
	if !ok {
		return unreadable(v)
	}
	return nil
}

// text reads the three types that are a string on the wire.
func (w *walk) text(v bsoncore.Value) (ok bool) {
	var text string
	switch v.Type {
	case bsoncore.TypeString:
		text, ok = v.StringValueOK()
	case bsoncore.TypeJavaScript:
		text, ok = v.JavaScriptOK()
	case bsoncore.TypeSymbol:
		text, ok = v.SymbolOK()
	}
	w.sum += foldText(text)
	if w.rebuilding {
		w.out = bsoncore.AppendString(bsoncore.AppendHeader(w.out, v.Type, w.key), text)
	}
	return ok
}

func (w *walk) container(v bsoncore.Value) error {
	var data []byte
	var ok bool
	array := v.Type == bsoncore.TypeArray
	if array {
		data, ok = v.ArrayOK()
	} else {
		data, ok = v.DocumentOK()
	}
	if !ok {
		return unreadable(v)
	}
	if !w.rebuilding {
		return w.nested(data, array)
	}
	w.out = bsoncore.AppendHeader(w.out, v.Type, w.key)
	return w.rebuilt(data, array)
}

func (w *walk) codeWithScope(v bsoncore.Value) error {
	code, scope, ok := v.CodeWithScopeOK()
	if !ok {
		return unreadable(v)
	}
	w.sum += foldText(code)
	if !w.rebuilding {
		return w.nested(scope, false)
	}
	key, out := w.key, w.out
	w.out = nil
	if err := w.rebuilt(scope, false); err != nil {
		return err
	}
	w.out = bsoncore.AppendCodeWithScopeElement(out, key, code, w.out)
	return nil
}

func foldText(text string) uint64 {
	if text == "" {
		return 0
	}
	return uint64(len(text)) + uint64(text[0])
}

func unreadable(v bsoncore.Value) error {
	return fmt.Errorf("the library cannot read a value of type 0x%02x", byte(v.Type))
}

// walking is the codec that walks with descend.
func walking(descend func(w *walk, data []byte, array bool) error) *codec {
	decode := func(documents [][]byte) (pass, error) {
		return func() (int64, error) {
			w := walk{descend: descend}
			for i, document := range documents {
				if err := w.document(document); err != nil {
					return 0, fmt.Errorf("decode: document %d: %w", i, err)
				}
			}
			runtime.KeepAlive(&w) // and so its sum
			return int64(len(documents)), nil
		}, nil
	}
	recode := func(document []byte) ([]byte, error) {
		w := walk{descend: descend, rebuilding: true}
		err := w.document(document)
		var known *rejection
		if err != nil && !errors.As(err, &known) {
			err = rejected(err)
		}
		return w.out, err
	}
	return &codec{recode: recode, operations: map[string]operation{"decode": decode}}
}
