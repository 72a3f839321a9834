package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// talk types lines and gives back the answers.
func talk(t *testing.T, requests ...string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := serve(strings.NewReader(strings.Join(requests, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

func writeCorpus(t *testing.T, documents ...[]byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "corpus.bson")
	if err := os.WriteFile(path, slices.Concat(documents...), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAConversation(t *testing.T) {
	whole := vectors(t)["document-all-types"]
	data := slices.Concat(whole, []byte{5, 0, 0, 0, 0})
	corpus := writeCorpus(t, data)
	out := filepath.Join(t.TempDir(), "out of it.bson")
	answers := talk(t,
		"hello",
		"open mongo-driver@D bson "+escape(corpus),
		"cold decode",
		"time decode 3",
		"time encode 4",
		"recode 0500000000",
		"recode 0500000001",
		"emit "+escape(out),
		"allocations decode",
		"time cycle 1",
		"bye",
		"hello",
	)
	for i, want := range []string{
		`ok wirebench-driver 1 go \d.*`,
		`ok 2`,
		`ok \d+ 1`,
		`ok \d+ 6`,
		fmt.Sprintf(`ok \d+ %d`, 4*len(data)),
		`bytes 0500000000`,
		`rejected unknown - .+`,
		`ok`,
		`ok [1-9]\d* [1-9]\d*`,
		`error .+`,
		`ok`,
	} {
		if i >= len(answers) || !regexp.MustCompile("^"+want+"$").MatchString(answers[i]) {
			t.Fatalf("answer %d of %q; want %s", i, answers, want)
		}
	}
	if len(answers) != 11 {
		t.Errorf("%d answers: it went on after bye", len(answers))
	}
	if emitted, err := os.ReadFile(out); err != nil || !bytes.Equal(emitted, data) {
		t.Errorf("emitted %x, %v; want %x", emitted, err, data)
	}
}

func TestContendersAreThoseOfDriverToml(t *testing.T) {
	toml, err := os.ReadFile("driver.toml")
	if err != nil {
		t.Fatal(err)
	}
	answers := talk(t, "contenders")
	if len(answers) != len(contenders)+1 || answers[len(contenders)] != "ok" {
		t.Fatalf("got %q", answers)
	}
	for _, line := range answers[:len(contenders)] {
		words := strings.Split(line, " ")
		if !strings.Contains(string(toml), `"`+words[1]+`"`) {
			t.Errorf("driver.toml does not list %s", words[1])
		}
		if !strings.HasPrefix(words[2], "v2.") {
			t.Errorf("%s: no version of the library: %q", words[1], words[2])
		}
	}
	if listed := strings.Count(string(toml), `"mongo-driver@`); listed != len(contenders) {
		t.Errorf("driver.toml lists %d contenders, there are %d", listed, len(contenders))
	}
}

func TestNonsenseIsAnsweredWithErrors(t *testing.T) {
	corpus := writeCorpus(t, []byte{5, 0, 0, 0, 0})
	nonsense := []string{
		"", " ", "nonsense", "time decode", "time decode 0", "time bake 1", "cold", "cold bake", "recode",
		"recode 0", "recode zz", "recode %", "emit", "emit /no/such/folder/x", "a  b", "\xff\xfe", "open",
		"open nobody bson x", "open mongo-driver@D cql x", "open mongo-driver@D bson /no/such/file",
	}
	for _, line := range nonsense {
		answers := talk(t, line, "open mongo-driver@M bson "+escape(corpus), line, "hello")
		if len(answers) != 4 || answers[1] != "ok 1" || !strings.HasPrefix(answers[3], "ok ") ||
			!strings.HasPrefix(answers[0], "error ") || !strings.HasPrefix(answers[2], "error ") {
			t.Errorf("%q was answered %q", line, answers)
		}
	}
}

func TestAFailedOpenLeavesNothingOpen(t *testing.T) {
	corpus := writeCorpus(t, []byte{5, 0, 0, 0, 0})
	answers := talk(t, "open mongo-driver@D bson "+escape(corpus), "open mongo-driver@D bson /no/such/file",
		"time decode 1")
	if answers[0] != "ok 1" || !strings.HasPrefix(answers[2], "error ") {
		t.Errorf("got %q", answers)
	}
}

func TestALongLine(t *testing.T) {
	corpus := writeCorpus(t, []byte{5, 0, 0, 0, 0})
	length := 16 << 20
	document := slices.Concat([]byte{0, 0, 0, 0, 5, 'a', 0, 0, 0, 0, 0, 0}, make([]byte, length), []byte{0})
	for i, n := range []int{len(document), length} {
		for j := range 4 {
			document[i*7+j] = byte(n >> (8 * j))
		}
	}
	answers := talk(t, "open mongo-driver@bsoncore bson "+escape(corpus), "recode "+formatHex(document))
	if answers[1] != "bytes "+formatHex(document) {
		t.Errorf("got %.80s…", answers[1])
	}
}
