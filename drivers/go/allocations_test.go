//go:build !race

// The race detector makes sync.Pool drop things at random, and so every count another.

package main

import "testing"

func TestTheSameAllocationsEachTime(t *testing.T) {
	corpus := writeCorpus(t, vectors(t)["document-all-types"])
	for _, c := range []string{"mongo-driver@D", "mongo-driver@Raw"} {
		answers := talk(t, "open "+c+" bson "+escape(corpus), "allocations decode", "allocations decode")
		if answers[1] != answers[2] {
			t.Errorf("%s: %s, then %s", c, answers[1], answers[2])
		}
	}
}
