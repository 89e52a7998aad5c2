package search

import (
	"strings"
	"unicode/utf8"
)

// rank is how well an item matches a text, the best first.
type rank int

const (
	sameName      rank = iota // the whole name
	nameStart                 // the beginning of the name
	wordStarts                // every word begins a word of the name
	ownerStarts               // every word begins a word of the name or of the provider's name
	insideName                // a part of the name
	unspaced                  // the beginning of words of the name, written as one
	ranks                     // their number
	noMatch       = ranks
	leastInside   = 3 // runes of a text that is found inside words
	leastUnspaced = 4 // runes of a text that is found across words
)

// query is a text prepared for comparison.
type query struct {
	text   string   // "altin bo"
	begins string   // " altin bo"
	whole  string   // " altin bo "
	words  []string // with a space before each: " altin", " bo"
	glued  string   // "altinbo"
	runes  int      // of glued
}

func newQuery(words []string) query {
	q := query{text: strings.Join(words, " "), glued: strings.Join(words, "")}
	q.begins = " " + q.text
	q.whole = q.begins + " "
	q.runes = utf8.RuneCountInString(q.glued)
	for _, w := range words {
		q.words = append(q.words, " "+w)
	}
	return q
}

// exact returns the items that contain the text, by rank.
func (x *Index) exact(words []string, limit int) (r Result) {
	q := newQuery(words)
	var byRank [kinds][ranks][]*Item
	for i := range x.entries {
		e := &x.entries[i]
		if n := q.rank(e); n != noMatch && len(byRank[e.Kind][n]) < limit {
			byRank[e.Kind][n] = append(byRank[e.Kind][n], &e.Item)
		}
	}
	for kind := range byRank {
		for _, items := range byRank[kind] {
			r.Items[kind] = append(r.Items[kind], items[:min(len(items), limit-len(r.Items[kind]))]...)
		}
	}
	return r
}

// rank returns how well an entry matches.
func (q *query) rank(e *entry) rank {
	if at := strings.Index(e.text, q.begins); at == 0 {
		if e.text == q.whole {
			return sameName
		}
		return nameStart
	}
	switch own, both := q.starts(e); {
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

// starts reports whether every word begins a word of the name, and whether every word begins one of the
// name or of the provider's name.
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
