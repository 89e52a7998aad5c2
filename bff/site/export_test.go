package site

import (
	"encoding/json"
	"strconv"
	"time"
)

// SetClock replaces the clock by which pages are made again.
func (s *Site) SetClock(now func() time.Time) { s.pages.recent.now = now }

// PageMark returns what stands for the nonce in pages that are made.
func PageMark() string { return pageMark }

// MaxPages is the largest number of pages that are kept.
const MaxPages = maxPages

// RecentPages returns the number of pages that are kept.
func (s *Site) RecentPages() int { return s.pages.recent.all.Len() }

// DecodedAnswers returns how many decoded answers are kept after n pages with different answers.
func DecodedAnswers(n int, data json.RawMessage) int {
	d := newDecoded(func(json.RawMessage) int { return 0 })
	for i := range n {
		d.of(strconv.Itoa(i), data)
	}
	return d.latest.Len()
}
