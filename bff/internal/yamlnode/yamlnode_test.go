package yamlnode_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/internal/yamlnode"
)

// format writes a tree as "path@line=text" entries.
func format(n *yamlnode.Node, path string) []string {
	if n == nil {
		return []string{path + ":empty"}
	}
	switch n.Kind {
	case yamlnode.Mapping:
		var out []string
		for _, f := range n.Fields {
			out = append(out, fmt.Sprintf("%s.%s@%d", path, f.Name, f.Line))
			out = append(out, format(f.Value, path+"."+f.Name)...)
		}
		return out
	case yamlnode.Sequence:
		var out []string
		for i, item := range n.Items {
			out = append(out, format(item, fmt.Sprintf("%s.%d", path, i))...)
		}
		return out
	case yamlnode.Unsupported:
		return []string{fmt.Sprintf("%s@%d:%s", path, n.Line, n.Type)}
	case yamlnode.Scalar:
	}
	return []string{fmt.Sprintf("%s@%d/%d=%q", path, n.Line, n.TextLine, n.Text)}
}

func TestParseKeepsLines(t *testing.T) {
	for name, row := range map[string]struct{ in, want string }{
		"scalars": {
			"a: x\n\n'b': 2\nc:\nd: true",
			`.a@1 .a@1/1="x" .b@3 .b@3/3="2" .c@4 .c@4/4="" .d@5 .d@5/5="true"`,
		},
		"a nested mapping": {"a:\n  b:\n    c: 1", `.a@1 .a.b@2 .a.b.c@3 .a.b.c@3/3="1"`},
		"a list": {
			"a:\n  - x\n  - b: 1\n    c: 2",
			`.a@1 .a.0@2/2="x" .a.1.b@3 .a.1.b@3/3="1" .a.1.c@4 .a.1.c@4/4="2"`,
		},
		"a literal":     {"a: |\n  x\n  y\n", `.a@1 .a@1/2="x\ny\n"`},
		"an anchor":     {"a: &x 1\nb: *x", `.a@1 .a@1:Anchor .b@2 .b@2:Alias`},
		"an empty file": {"", ``},
		"two documents": {"a: 1\n---\nb: 2", `.a@1 .a@1/1="1" .b@3 .b@3/3="2"`},
	} {
		docs, err := yamlnode.Parse([]byte(row.in))
		require.Nil(t, err, name)
		var got []string
		for _, doc := range docs {
			if doc != nil {
				got = append(got, format(doc, "")...)
			}
		}
		assert.Equal(t, row.want, strings.Join(got, " "), name)
	}
}

func TestParseKeepsColumns(t *testing.T) {
	docs, err := yamlnode.Parse([]byte("a:\n  b: x\n  'c': [1, \"two\"]\n  d: |\n      text\n"))
	require.Nil(t, err)
	a := docs[0].Get("a")
	b, c, d := a.Fields[0], a.Fields[1], a.Fields[2]
	assert.Equal(t, []int{3, 6, 6}, []int{b.Column, b.Value.Column, b.Value.TextColumn}, "b: key, value, text")
	two := c.Value.Items[1]
	assert.Equal(t, []int{3, 12, 13}, []int{c.Column, two.Column, two.TextColumn}, "c: key, second item, its text")
	assert.True(t, d.Value.TextLine == 5 && d.Value.TextColumn == 7, "d: text at %d:%d", d.Value.TextLine,
		d.Value.TextColumn)
}

func TestAnUnclosedQuoteIsReportedWhereItOpens(t *testing.T) {
	for name, row := range map[string]struct {
		in           string
		line, column int
	}{
		"the last value":                     {"a: 1\nlisten: \"127\nbrands: brands\n", 2, 9},
		"a single quote":                     {"a: 1\nlisten: '127\nbrands: brands\n", 2, 9},
		"closed by the quote of a later one": {"name: \"Pera\nb: 2\ntagline: \"x\"\nc: 2\n", 1, 7},
		"single, closed by a later one":      {"name: 'Pera\nb: 2\ntagline: 'x'\nc: 2\n", 1, 7},
		"an item of a list":                  {"a:\n  - \"x\n  - \"y\"\n", 2, 5},
		"in a flow mapping":                  {"a: { b: \"x }\nc: { d: \"y\" }\n", 1, 9},
		"behind an escaped quote":            {"a: \"x\\\"\nb: \"y\"\n", 1, 4},
		"a key":                              {"a: 1\n\"b: 2\nc: \"3\"\n", 2, 1},
		"behind a block with quotes":         {"a: |\n  say \"x\n\nb: \"y\nc: \"z\"\n", 4, 4},
		"behind text of two lines":           {"a: \"one\n  two\"\nb: \"y\nc: \"z\"\n", 3, 4},
		"before blank lines":                 {"a: \"one\n\n\nb: \"y\"\n", 1, 4},
	} {
		_, err := yamlnode.Parse([]byte(row.in))
		require.NotNil(t, err, name)
		assert.Equal(t, [2]int{row.line, row.column}, [2]int{err.Line, err.Column}, name)
		assert.Contains(t, err.Message, "quote opens here", name)
	}
	for name, in := range map[string]string{
		"an apostrophe":   "a: it's\nb: [\n",
		"a comment":       "a: 1 # it's \"x\nb: [\n",
		"quotes in jq":    "a: .x | \"y\nb: [\n",
		"two quoted ones": "a: \"x\"\nb: 'it''s'\nc: [\n",
		"no quotes":       "a: 1\nb: [\n",
	} {
		line := strings.Count(in, "\n")
		_, err := yamlnode.Parse([]byte(in))
		require.True(t, err != nil && err.Line == line && err.Message != "", "%s: %+v", name, err)
		assert.NotRegexp(t, "\n|quote", err.Message, name) // another error, without excerpt
	}
}

func TestFrequentMistakesAreExplained(t *testing.T) {
	for in, want := range map[string]string{
		"a: 1\nb: 2\na: 3\n": `"a" is already set in line 1`,
		"a:\n\tb: 1\n":       "the line is indented with a tab, use spaces",
	} {
		_, err := yamlnode.Parse([]byte(in))
		require.NotNil(t, err, in)
		assert.Equal(t, want, err.Message)
	}
}

// A decoder expands the aliases of files that Parse accepts.
func TestParseBoundsFiles(t *testing.T) {
	bomb := "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
	for i := range 8 {
		bomb += fmt.Sprintf("a%d: &a%d [%s*a%d]\n", i+1, i+1, strings.Repeat(fmt.Sprintf("*a%d, ", i), 9), i)
	}
	for name, row := range map[string]struct {
		in, want string
		line     int
	}{
		"an alias bomb": {bomb, "values, aliases expanded", 5},
		"a bomb of merge keys": {
			strings.ReplaceAll(strings.ReplaceAll(bomb, "[", "{ <<: ["), "]", "] }"),
			"values, aliases expanded", 5,
		},
		"an alias of itself":     {"a: &a [*a]", "is not before it", 1},
		"a deep list":            {"a: " + strings.Repeat("[", 100_000), "levels", 1},
		"a deep mapping":         {"b: 1\na: " + strings.Repeat("{ a: ", 50_000), "levels", 2},
		"a deep list in a block": {strings.Repeat("- ", 100_000) + "x", "levels", 1},
		"a large file":           {strings.Repeat("# x\n", 100_000), "bytes, more than", 1},
	} {
		_, err := yamlnode.Parse([]byte(row.in))
		require.NotNil(t, err, name)
		assert.Contains(t, err.Message, row.want, name)
		assert.Equal(t, row.line, err.Line, "%s: %v", name, err)
	}
}
