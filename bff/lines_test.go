package bff_test

import (
	"go/scanner"
	"go/token"
	"os"
	"os/exec"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Lines of Go have at most 120 columns. A tab has four. Lines of raw strings are exempt, because a
// break would change the string.
func TestLinesHaveAtMost120Columns(t *testing.T) {
	files, err := exec.Command("git", "ls-files", ":/*.go").Output()
	require.NoError(t, err)
	for file := range strings.FieldsSeq(string(files)) {
		content, err := os.ReadFile(file)
		require.NoError(t, err)
		raw := rawLines(content)
		for i, line := range strings.Split(string(content), "\n") {
			columns := utf8.RuneCountInString(line) + 3*strings.Count(line, "\t")
			assert.True(t, columns <= 120 || raw[i+1], "%s:%d has %d columns, break it after a comma or an operator",
				file, i+1, columns)
		}
	}
}

// rawLines returns the numbers of the lines with a part of a raw string.
func rawLines(content []byte) map[int]bool {
	lines, files := map[int]bool{}, token.NewFileSet()
	file := files.AddFile("", -1, len(content))
	var s scanner.Scanner
	s.Init(file, content, nil, 0)
	for {
		at, kind, literal := s.Scan()
		if kind == token.EOF {
			return lines
		}
		if kind == token.STRING && literal[0] == '`' {
			for i := range 1 + strings.Count(literal, "\n") {
				lines[file.Line(at)+i] = true
			}
		}
	}
}
