package search

import (
	"math"
	"strings"
	"unicode/utf8"
)

// The scores of exact matches, the best first.
const (
	sameName    = iota // the whole name
	nameStart          // the beginning of the name
	wordStarts         // every word begins a word of the name
	ownerStarts        // every word begins a word of the name or of the provider's name
	insideName         // a part of the name
	unspaced           // the beginning of words of the name, written as one
)

// noMatch is the score of what does not match, more than any other.
const noMatch = math.MaxInt16

// The runes of a text that is found inside words, and across words.
const (
	leastInside   = 3
	leastUnspaced = 4
)

// query is a text prepared for comparison.
type query struct {
	text  string   // "altin bo"
	words []string // with a space before each: " altin", " bo"
	glued string   // "altinbo"
	runes int      // of glued
}

func newQuery(words []string) query {
	q := query{text: strings.Join(words, " "), glued: strings.Join(words, "")}
	q.runes = utf8.RuneCountInString(q.glued)
	for _, w := range words {
		q.words = append(q.words, " "+w)
	}
	return q
}

// score returns how well an entry contains the text.
func (q *query) score(e *entry) int {
	own, both := q.starts(e)
	switch {
	case own && strings.HasPrefix(e.text[1:], q.text) && len(e.text) == len(q.text)+len("  "):
		return sameName
	case own && strings.HasPrefix(e.text[1:], q.text):
		return nameStart
	case own:
		return wordStarts
	case both:
		return ownerStarts
	case q.runes >= leastInside && strings.Contains(e.text, q.text):
		return insideName
	case q.runes >= leastUnspaced && strings.Contains(e.glued, q.glued) && q.startsUnspaced(e):
		return unspaced
	}
	return noMatch
}

// starts reports whether every word begins a word of the name, and of the name or the provider's name.
func (q *query) starts(e *entry) (own, both bool) {
	own = true
	for _, w := range q.words {
		if strings.Contains(e.text, w) {
			continue
		}
		if own = false; !strings.Contains(e.owner, w) {
			return false, false
		}
	}
	return own, true
}

// startsUnspaced reports whether the text begins at a word of the name, apart from spaces.
func (q *query) startsUnspaced(e *entry) bool {
	at := 0 // of the word in glued
	for w := range strings.FieldsSeq(e.text) {
		if strings.HasPrefix(e.glued[at:], q.glued) {
			return true
		}
		at += len(w)
	}
	return false
}
