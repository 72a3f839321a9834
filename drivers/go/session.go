package main

import (
	"bufio"
	"errors"
	"fmt"
	"log"
	"os"
	"time"
)

// A session is one conversation: what is open, and what has been prepared.
type session struct {
	out       *bufio.Writer
	name      string // of the open contender
	codec     *codec // nil while nothing is open
	documents [][]byte
	prepared  map[string]pass // over the whole corpus, by operation
}

// A rejection is a document that the library refused, as opposed to a request that we could not serve.
type rejection struct {
	kind   string // the format's kind of error, or "unknown" where the library does not say
	offset string // in bytes, or "-"
	err    error
}

func (r *rejection) Error() string { return r.err.Error() }

// rejected wraps an error of the library, which names neither kind nor offset.
func rejected(err error) error { return &rejection{"unknown", "-", err} }

// answer serves one line and says whether it was the last.
func (s *session) answer(line string) (done bool) {
	words, err := parseLine(line)
	if err == nil {
		if words[0] == "bye" {
			s.say("ok")
			return true
		}
		err = s.serve(words[0], words[1:])
	}
	if err != nil {
		s.say("error " + escape(err.Error()))
	}
	return false
}

func (s *session) say(line string) {
	// A bufio.Writer keeps its first error for Flush, which serve asks.
	s.out.WriteString(line)
	s.out.WriteByte('\n')
}

func (s *session) sayNumbers(first, second int64) { s.say(fmt.Sprintf("ok %d %d", first, second)) }

func (s *session) serve(request string, words []string) (err error) {
	// A library that panics would end its user's program. Here it must not end the bench's, and what
	// it said goes into the log.
	defer func() {
		if cause := recover(); cause != nil {
			log.Printf("%s: panic: %v", request, cause)
			err = fmt.Errorf("the library panicked: %v", cause)
		}
	}()
	switch request {
	case "hello":
		s.say("ok wirebench-driver 1 go " + escape(runtimeVersion()))
		return nil
	case "contenders":
		for _, c := range contenders {
			s.say(c.line())
		}
		s.say("ok")
		return nil
	case "open":
		return s.open(words)
	}
	needs, known := arguments[request]
	switch {
	case !known:
		return fmt.Errorf("unknown request %s", request)
	case s.codec == nil:
		return errors.New("nothing is open: open NAME bson PATH")
	case len(words) < needs.least || len(words) > needs.most:
		return fmt.Errorf("expected: %s", needs.usage)
	}
	return needs.serve(s, words)
}

// arguments are the requests that need an open contender, and the words that they take.
var arguments = map[string]struct {
	least, most int
	usage       string
	serve       func(s *session, words []string) error
}{
	"cold":        {1, 1, "cold OPERATION", (*session).cold},
	"recode":      {1, 1, "recode HEX", (*session).recode},
	"emit":        {1, 2, "emit PATH [OPERATION]", (*session).emit},
	"time":        {2, 2, "time OPERATION PASSES", (*session).time},
	"allocations": {1, 1, "allocations OPERATION", (*session).allocations},
}

// open takes a contender and a corpus. If it fails, nothing is open.
func (s *session) open(words []string) error {
	s.name, s.codec, s.documents, s.prepared = "", nil, nil, nil
	if len(words) < 3 {
		return errors.New("expected: open NAME bson PATH")
	}
	if words[1] != "bson" {
		return fmt.Errorf("no format %s here: this driver has bson", words[1])
	}
	if len(words) > 3 {
		return fmt.Errorf("bson takes no option %s", words[3])
	}
	for _, c := range contenders {
		if c.name != words[0] {
			continue
		}
		documents, err := readCorpus(words[2])
		if err != nil {
			return err
		}
		opened, err := c.open(documents)
		if err != nil {
			return err
		}
		s.name, s.codec, s.documents, s.prepared = c.name, opened, documents, map[string]pass{}
		s.say(fmt.Sprintf("ok %d", len(documents)))
		return nil
	}
	return fmt.Errorf("no contender %s here: see contenders", words[0])
}

func (s *session) operation(name string) (operation, error) {
	if op, ok := s.codec.operations[name]; ok {
		return op, nil
	}
	return nil, fmt.Errorf("%s has no operation %s on this corpus", s.name, name)
}

// whole is the pass of an operation over the whole corpus, prepared at its first use.
func (s *session) whole(name string) (pass, error) {
	if run, ok := s.prepared[name]; ok {
		return run, nil
	}
	op, err := s.operation(name)
	if err != nil {
		return nil, err
	}
	run, err := op(s.documents)
	if err == nil {
		s.prepared[name] = run
	}
	return run, err
}

func (s *session) cold(words []string) error {
	op, err := s.operation(words[0])
	if err != nil {
		return err
	}
	if len(s.documents) == 0 {
		return errors.New("the corpus is empty")
	}
	run, err := op(s.documents[:1])
	if err != nil {
		return err
	}
	start := time.Now()
	consumed, err := run()
	elapsed := time.Since(start)
	if err != nil {
		return err
	}
	s.sayNumbers(elapsed.Nanoseconds(), consumed)
	return nil
}

func (s *session) time(words []string) error {
	passes, err := parsePasses(words[1])
	if err != nil {
		return err
	}
	run, err := s.whole(words[0])
	if err != nil {
		return err
	}
	var total int64
	start := time.Now() // the difference of two such is taken on the monotonic clock
	for range passes {
		consumed, err := run()
		if err != nil {
			return err
		}
		total += consumed
	}
	elapsed := time.Since(start)
	s.sayNumbers(elapsed.Nanoseconds(), total)
	return nil
}

func (s *session) allocations(words []string) error {
	run, err := s.whole(words[0])
	if err != nil {
		return err
	}
	count, size, err := countAllocations(run)
	if err != nil {
		return err
	}
	s.sayNumbers(count, size)
	return nil
}

func (s *session) recode(words []string) error {
	document, err := parseHex(words[0])
	if err != nil {
		return err
	}
	data, err := s.codec.recode(document)
	var refused *rejection
	if errors.As(err, &refused) {
		s.say("rejected " + refused.kind + " " + refused.offset + " " + escape(refused.Error()))
		return nil
	}
	if err != nil {
		return err
	}
	s.say("bytes " + formatHex(data))
	return nil
}

func (s *session) emit(words []string) error {
	cycle := false
	if len(words) == 2 {
		if _, err := s.operation(words[1]); err != nil {
			return err
		}
		cycle = words[1] == "cycle"
	}
	file, err := os.Create(words[0])
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(file, 1<<20)
	for i, document := range s.documents {
		var data []byte
		if cycle {
			data, err = s.codec.cycled()
		} else {
			data, err = s.codec.recode(document)
		}
		if err == nil {
			_, err = out.Write(data)
		}
		if err != nil {
			file.Close()
			return fmt.Errorf("document %d: %w", i, err)
		}
	}
	if err := errors.Join(out.Flush(), file.Close()); err != nil {
		return err
	}
	s.say("ok")
	return nil
}
