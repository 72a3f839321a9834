package main

import (
	"bytes"
	"slices"
	"testing"
)

func TestEscapedTextComesBack(t *testing.T) {
	for _, text := range []string{
		"plain", "two words", "100%", "%20", "a\tb\nc\x00d\x7f", "naïve 🦀", "\xff\xfe", "/path/to a file",
	} {
		word := escape(text)
		for i := 0; i < len(word); i++ {
			if word[i] <= ' ' || word[i] >= 0x7f {
				t.Errorf("escape(%q) = %q, which is not one plain word", text, word)
			}
		}
		if back, err := unescape(word); err != nil || back != text {
			t.Errorf("unescape(%q) = %q, %v; want %q", word, back, err, text)
		}
	}
}

func TestEscapeOfAbsentAndDash(t *testing.T) {
	if got := escape(""); got != "-" {
		t.Errorf(`escape("") = %q, want "-"`, got)
	}
	if got := escape("-"); got != "%2D" {
		t.Errorf(`escape("-") = %q, want "%%2D"`, got)
	}
}

func TestUnescapeRefusesHalfAnEscape(t *testing.T) {
	for _, word := range []string{"%", "%2", "a%", "%zz", "%2x", "%%20"} {
		if text, err := unescape(word); err == nil {
			t.Errorf("unescape(%q) = %q, want an error", word, text)
		}
	}
}

func TestParseLine(t *testing.T) {
	words, err := parseLine("open mongo-driver@D bson /a%20corpus.bson\n")
	want := []string{"open", "mongo-driver@D", "bson", "/a corpus.bson"}
	if err != nil || !slices.Equal(words, want) {
		t.Errorf("got %q, %v; want %q", words, err, want)
	}
	for _, line := range []string{"", "\n", " hello\n", "hello \n", "time  decode 1\n"} {
		if words, err := parseLine(line); err == nil {
			t.Errorf("parseLine(%q) = %q, want an error", line, words)
		}
	}
}

func TestParsePasses(t *testing.T) {
	if passes, err := parsePasses("25"); err != nil || passes != 25 {
		t.Errorf("got %d, %v; want 25", passes, err)
	}
	for _, word := range []string{"0", "-1", "", "1.5", "x", "99999999999999999999"} {
		if passes, err := parsePasses(word); err == nil {
			t.Errorf("parsePasses(%q) = %d, want an error", word, passes)
		}
	}
}

func TestHex(t *testing.T) {
	data, err := parseHex("05000000Ff")
	if err != nil || !bytes.Equal(data, []byte{5, 0, 0, 0, 0xff}) {
		t.Errorf("got %x, %v", data, err)
	}
	if data, err := parseHex("-"); err != nil || len(data) != 0 {
		t.Errorf("parseHex(-) = %x, %v; want nothing", data, err)
	}
	if formatHex(nil) != "-" || formatHex([]byte{0xab}) != "ab" {
		t.Errorf("formatHex: %q, %q", formatHex(nil), formatHex([]byte{0xab}))
	}
	for _, word := range []string{"0", "zz", "0x05"} {
		if _, err := parseHex(word); err == nil {
			t.Errorf("parseHex(%q): want an error", word)
		}
	}
}

func TestCutNamesTheByteOfABrokenCorpus(t *testing.T) {
	empty := []byte{5, 0, 0, 0, 0}
	documents, err := cut(slices.Concat(empty, empty))
	if err != nil || len(documents) != 2 {
		t.Fatalf("got %d documents, %v; want 2", len(documents), err)
	}
	for _, tail := range [][]byte{{5}, {4, 0, 0, 0}, {6, 0, 0, 0, 0}, {0xff, 0xff, 0xff, 0xff, 0}} {
		if _, err := cut(slices.Concat(empty, tail)); err == nil {
			t.Errorf("% x after a document was taken for a corpus", tail)
		}
	}
}
