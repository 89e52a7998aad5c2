package search

import (
	"slices"
	"strings"
)

// lines are texts one after another, so that one search finds all of them that contain a text.
type lines struct {
	text  strings.Builder
	start []int // of each line
}

// add appends a line.
func (l *lines) add(line string) {
	l.start = append(l.start, l.text.Len())
	l.text.WriteString(line)
	l.text.WriteByte('\n')
}

// find calls found with the index of each line that contains a text, which has no line break.
func (l *lines) find(text string, found func(line int)) {
	all, line := l.text.String(), 0
	for at := 0; at < len(all); {
		n := strings.Index(all[at:], text)
		if n < 0 {
			return
		}
		next, exact := slices.BinarySearch(l.start[line:], at+n)
		if line += next; !exact {
			line--
		}
		found(line)
		line++
		if line == len(l.start) {
			return
		}
		at = l.start[line]
	}
}
