package main

import "strings"

// A codec is a contender taken for one corpus: what open makes of a contender.
type codec struct {
	// recode decodes one document and encodes it again.
	recode func(document []byte) ([]byte, error)
	// operations are what can be timed on this corpus.
	operations map[string]operation
	// cycled is what cycle builds and encodes; nil where there is no cycle.
	cycled func() ([]byte, error)
}

// An operation prepares a pass over some documents. All that needs to be done once, such as decoding
// the values that encode takes, is done here, outside the clock.
type operation func(documents [][]byte) (pass, error)

// A pass goes once over the documents that it was prepared for, and says what it consumed: documents
// decoded, bytes produced, or both for cycle. It is chosen before the clock is read.
type pass func() (consumed int64, err error)

// A contender is one way of using a library, as the contenders request announces it.
type contender struct {
	name   string
	traits string   // the KEY=VALUE words of its line, but ops
	ops    []string // every operation that it has on some corpus
	open   func(documents [][]byte) (*codec, error)
}

func (c *contender) line() string {
	version, path := library()
	return "contender " + escape(c.name) + " " + escape(version) + " " + escape(path) + " bson " +
		c.traits + " ops=" + strings.Join(c.ops, ",")
}

// contenders are all that this driver hosts. driver.toml must list the same.
var contenders = []*contender{
	contenderD,
	contenderM,
	contenderRaw,
	contenderBsoncore,
	contenderStruct,
}
