package search

import (
	"math"
	"strings"
	"unicode/utf8"
)

// The scores of exact matches, best first.
const (
	sameName    = iota // equals the name
	nameStart          // the name begins with the text
	wordStarts         // every word is a prefix of a word of the name
	ownerStarts        // every word is a prefix of a word of the name or the provider
	insideName         // the name contains the text
	unspaced           // words of the name, joined without spaces, begin with the text
)

// noMatch is the score of entries that do not match. It is greater than any other score.
const noMatch = math.MaxInt16

// Minimum numbers of runes for matches inside words and across words.
const (
	leastInside   = 3
	leastUnspaced = 4
)

// query is a text in normalised form.
type query struct {
	text  string   // "altin bo"
	words []string // with a leading space each: " altin", " bo"
	glued string   // "altinbo"
	runes int      // number of runes in glued
}

func newQuery(words []string) query {
	q := query{text: strings.Join(words, " "), glued: strings.Join(words, "")}
	q.runes = utf8.RuneCountInString(q.glued)
	for _, w := range words {
		q.words = append(q.words, " "+w)
	}
	return q
}

// score returns the score of an entry for the text.
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

// starts reports whether every word is a prefix of a word of the name (own), and of the name or the
// provider (both).
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

// startsUnspaced reports whether the text, ignoring spaces, begins at a word of the name.
func (q *query) startsUnspaced(e *entry) bool {
	at := 0 // offset of the word in glued
	for w := range strings.FieldsSeq(e.text) {
		if strings.HasPrefix(e.glued[at:], q.glued) {
			return true
		}
		at += len(w)
	}
	return false
}
