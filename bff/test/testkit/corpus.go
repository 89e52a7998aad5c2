package testkit

import (
	"bufio"
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// corpusValue matches one value of an input, in the notation of Go's own corpus files.
var corpusValue = regexp.MustCompile(`(string|\[\]byte)\(("(?:[^"\\]|\\.)*")\)`)

// AddCorpus adds the inputs of testdata/NAME.corpus to the fuzz target NAME. A line is one input, with its values one
// after the other as in the files that go test -fuzz writes: string("a") []byte("b"). To keep an input that failed,
// append the values of its file below testdata/fuzz to the corpus as one line, and delete the file.
func AddCorpus(f *testing.F) {
	f.Helper()
	file, err := os.Open("testdata/" + f.Name() + ".corpus")
	require.NoError(f, err)
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var values []any
		for _, match := range corpusValue.FindAllStringSubmatch(lines.Text(), -1) {
			value, err := strconv.Unquote(match[2])
			require.NoError(f, err, "%s:%d", file.Name(), n)
			if match[1] == "string" {
				values = append(values, value)
			} else {
				values = append(values, []byte(value))
			}
		}
		f.Add(values...)
	}
	if err := lines.Err(); err != nil {
		f.Fatalf("%s: %v", file.Name(), err)
	}
}
