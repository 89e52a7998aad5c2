// Package guides runs the commands of the guides. A guide is a Markdown file. Its fenced blocks run
// in order in one shell. The directory looks like the root of the repository, croupier is on the
// PATH, and each guide has a separate network:
//
//	```sh            the block must succeed
//	```sh exit=1     the block must end with this status
//	```sh server     the block runs in the background, and the next one waits until it listens
//	```text          after one of these: the expected output, … stands for any text
//	```yaml file=F   any language: the test saves the text as the file F
//
// The test lists the skipped blocks with reasons.
package guides

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Block is a fenced block of a guide.
type Block struct {
	Line     int    // of the opening fence
	Heading  string // the heading above
	Language string // first word after the fence
	Server   bool   // runs in the background
	Exit     int    // expected exit status
	File     string // file for the text, empty for none
	Text     string
}

// FirstLine returns the first line of the block's text, which identifies the block in a guide.
func (b Block) FirstLine() string {
	line, _, _ := strings.Cut(b.Text, "\n")
	return line
}

// fence matches the opening of a block, indented at most as in a list.
var fence = regexp.MustCompile("^( {0,4})```+(.*)$")

// Parse returns the fenced blocks of a Markdown file.
func Parse(markdown string) ([]Block, error) {
	var blocks []Block
	var open *Block
	var indent, heading string
	for i, line := range strings.Split(markdown, "\n") {
		found := fence.FindStringSubmatch(line)
		switch {
		case open != nil && found != nil && found[2] == "":
			blocks, open = append(blocks, *open), nil
		case open != nil:
			open.Text += strings.TrimPrefix(line, indent) + "\n"
		case found != nil:
			indent = found[1]
			b, err := newBlock(found[2])
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
			b.Line, b.Heading = i+1, heading
			open = &b
		case strings.HasPrefix(line, "#"):
			heading = strings.TrimSpace(strings.TrimLeft(line, "#"))
		}
	}
	if open != nil {
		return nil, fmt.Errorf("line %d: the block has no end", open.Line)
	}
	return blocks, nil
}

func newBlock(info string) (b Block, err error) {
	for i, word := range strings.Fields(info) {
		name, value, _ := strings.Cut(word, "=")
		switch {
		case i == 0:
			b.Language = word
		case word == "server":
			b.Server = true
		case name == "exit":
			if b.Exit, err = strconv.Atoi(value); err != nil {
				return b, fmt.Errorf("exit status %q: %w", value, err)
			}
		case name == "file" && value != "":
			b.File = value
		default:
			return b, fmt.Errorf("unknown word %q after the fence", word)
		}
	}
	switch b.Language {
	case "bash", "shell", "console", "":
		return b, fmt.Errorf("language %q: write sh for commands, text for output", b.Language)
	}
	return b, nil
}

// Matches reports whether output contains the lines of expected, in order. … stands for any text.
func Matches(output, expected string) error {
	rest := output
	for line := range strings.Lines(expected) {
		line = strings.TrimSpace(line)
		if line == "" || line == "…" {
			continue
		}
		parts := strings.Split(line, "…")
		for i := range parts {
			parts[i] = regexp.QuoteMeta(strings.TrimSpace(parts[i]))
		}
		at := regexp.MustCompile(strings.Join(parts, `.*`)).FindStringIndex(rest)
		if at == nil {
			return fmt.Errorf("want %q in:\n%s", line, output)
		}
		rest = rest[at[1]:]
	}
	return nil
}

// Script returns a bash script that runs blocks. It writes the output of block n to the file n in
// the folder output, and ends at the first failure.
func Script(blocks []Block, output string) string {
	var s strings.Builder
	s.WriteString(prelude)
	for i, b := range blocks {
		out := quote(filepath.Join(output, fmt.Sprint(i)))
		switch {
		case b.File != "":
			fmt.Fprintf(&s, "mkdir -p %s\ncat >%s <<'END OF BLOCK'\n%sEND OF BLOCK\n: >%s\n",
				quote(filepath.Dir(b.File)), quote(b.File), b.Text, out)
		case b.Language != "sh":
			continue
		case b.Server:
			fmt.Fprintf(&s, "(\n%s) >%s 2>&1 &\nwait_for_listening $! %s\n", b.Text, out, out)
		case b.Exit != 0:
			fmt.Fprintf(&s, "code=0\n(\n%s) >%s 2>&1 || code=$?\n[ $code = %d ]\n", b.Text, out, b.Exit)
		default:
			fmt.Fprintf(&s, "exec >%s 2>&1\n%s\n", out, b.Text)
		}
	}
	return s.String()
}

const prelude = `set -euo pipefail
wait_for_listening() {
	for _ in {1..600}; do
		if grep -q '"msg":"listening"' "$2"; then return 0; fi
		kill -0 "$1" 2>/dev/null || return 1
		sleep 0.05
	done
	return 1
}
`

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
