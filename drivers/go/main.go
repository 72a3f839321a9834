// Wirebench-driver-go puts the codecs of Go under the bench: the bson package of MongoDB's driver, in
// several ways. It reads requests on standard input and answers them on standard output, a line each.
//
//	$ build/wirebench-driver-go
//	hello
//	ok wirebench-driver 1 go 1.26.8
//
// docs/driver-protocol.md says what may be asked. The garbage collector runs with Go's defaults, as it
// does for users of the library: its work is part of what is timed.
package main

import (
	"bufio"
	"io"
	"log"
	"os"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("wirebench-driver-go: ")
	if err := serve(os.Stdin, os.Stdout); err != nil {
		log.Fatal(err)
	}
}

// serve answers the requests of in until bye or the end of input.
func serve(in io.Reader, out io.Writer) error {
	requests := bufio.NewReaderSize(in, 1<<16)
	answers := bufio.NewWriterSize(out, 1<<16)
	s := &session{out: answers}
	for {
		line, err := requests.ReadString('\n')
		if err != nil && (err != io.EOF || line == "") {
			if err == io.EOF {
				return nil
			}
			return err
		}
		done := s.answer(line)
		if err := answers.Flush(); err != nil {
			return err
		}
		if done {
			return nil
		}
	}
}
