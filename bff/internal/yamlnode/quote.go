package yamlnode

import (
	"bytes"
	"regexp"
)

var (
	// blockHeader ends a line whose value is the block of deeper lines that follows.
	blockHeader = regexp.MustCompile(`(^|[\s:-])[|>][0-9+-]*\s*(\s#.*)?$`)
	// nextEntry begins a line that continues a mapping or a list, which quoted text hardly does.
	nextEntry = regexp.MustCompile(`^\s*(- |-$|[\w"'./$-]+\s*:(\s|$))`)
)

// unclosedQuote finds a quote that opens no later than line last and that is not closed before a line that
// looks like the next entry of the file.
func unclosedQuote(raw []byte, last int) (line, column int, ok bool) {
	lines := bytes.Split(raw, []byte("\n"))
	for i := 0; i < min(last, len(lines)); i++ {
		text := lines[i]
		at, closed := scanQuotes(text)
		if !closed {
			next := i + 1
			for next < len(lines) && len(bytes.TrimSpace(lines[next])) == 0 {
				next++
			}
			if next >= len(lines) || nextEntry.Match(lines[next]) {
				return i + 1, at + 1, true
			}
			// Quoted text of several lines: go on behind its end.
			quote := text[at]
			for i++; i < len(lines) && !bytes.Contains(lines[i], []byte{quote}); i++ {
				continue
			}
			continue
		}
		if blockHeader.Match(text) {
			for own := indentation(text); i+1 < len(lines) && (len(bytes.TrimSpace(lines[i+1])) == 0 || indentation(lines[i+1]) > own); {
				i++
			}
		}
	}
	return 0, 0, false
}

// scanQuotes reports whether every quoted value of a line is closed, and otherwise where the last one opens.
func scanQuotes(text []byte) (at int, closed bool) {
	var quote byte
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote == '"' && c == '\\':
			i++
		case quote != 0 && c == quote:
			if quote == '\'' && i+1 < len(text) && text[i+1] == quote {
				i++ // two of them are one
			} else {
				quote = 0
			}
		case quote != 0:
		case c == '#' && (i == 0 || text[i-1] == ' ' || text[i-1] == '\t'):
			return 0, true
		case (c == '"' || c == '\'') && opens(text[:i]):
			quote, at = c, i
		}
	}
	return at, quote == 0
}

// opens reports whether a quote behind text opens a value: elsewhere it is an ordinary character.
func opens(text []byte) bool {
	trimmed := bytes.TrimRight(text, " \t")
	if len(trimmed) == 0 {
		return true
	}
	switch last := trimmed[len(trimmed)-1]; last {
	case '[', '{', ',':
		return true
	case ':', '-':
		return len(trimmed) < len(text)
	}
	return false
}

// indentation returns the number of spaces before the text of a line.
func indentation(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " ")) }
