package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// This file is the grammar of a line: words separated by one space, percent-encoding, hexadecimal.

// maxPasses bounds the passes of one time request, so that nothing counted in it can overflow.
const maxPasses = 1 << 40

// parseLine cuts a line into its words and undoes their percent-encoding.
func parseLine(line string) ([]string, error) {
	words := strings.Split(strings.TrimSuffix(line, "\n"), " ")
	for i, word := range words {
		if word == "" {
			return nil, errors.New("a request is words with one space between them")
		}
		plain, err := unescape(word)
		if err != nil {
			return nil, err
		}
		words[i] = plain
	}
	return words, nil
}

// escape makes one word of any text. Besides what must be encoded (space, %, control characters) it
// encodes everything that is not ASCII, so that no answer can be invalid UTF-8. Nothing at all is "-",
// and a lone "-" is "%2D".
func escape(text string) string {
	switch text {
	case "":
		return "-"
	case "-":
		return "%2D"
	}
	plain := true
	for i := 0; i < len(text); i++ {
		plain = plain && isPlain(text[i])
	}
	if plain {
		return text
	}
	var word strings.Builder
	for i := 0; i < len(text); i++ {
		if isPlain(text[i]) {
			word.WriteByte(text[i])
		} else {
			fmt.Fprintf(&word, "%%%02X", text[i])
		}
	}
	return word.String()
}

func isPlain(b byte) bool { return b > ' ' && b < 0x7f && b != '%' }

// unescape undoes percent-encoding.
func unescape(word string) (string, error) {
	if !strings.Contains(word, "%") {
		return word, nil
	}
	var text strings.Builder
	for i := 0; i < len(word); i++ {
		if word[i] != '%' {
			text.WriteByte(word[i])
			continue
		}
		var b [1]byte
		if i+3 > len(word) {
			return "", errBadPercent
		}
		if _, err := hex.Decode(b[:], []byte(word[i+1:i+3])); err != nil {
			return "", errBadPercent
		}
		text.WriteByte(b[0])
		i += 2
	}
	return text.String(), nil
}

var errBadPercent = errors.New("a % must be followed by two hexadecimal digits")

// parseHex reads a document; "-" is the empty one.
func parseHex(word string) ([]byte, error) {
	if word == "-" {
		return nil, nil
	}
	data, err := hex.DecodeString(word)
	if err != nil {
		return nil, errors.New("HEX is pairs of hexadecimal digits, or - for no bytes")
	}
	return data, nil
}

// formatHex is the opposite of parseHex.
func formatHex(data []byte) string {
	if len(data) == 0 {
		return "-"
	}
	return hex.EncodeToString(data)
}

// parsePasses reads the PASSES of a time request.
func parsePasses(word string) (int64, error) {
	passes, err := strconv.ParseInt(word, 10, 64)
	if err != nil || passes < 1 || passes > maxPasses {
		return 0, fmt.Errorf("PASSES is a number from 1 to %d, not %s", int64(maxPasses), word)
	}
	return passes, nil
}
