package guides_test

import (
	"reflect"
	"strings"
	"testing"

	"croupier/bff/e2e/guides"
)

func TestParse(t *testing.T) {
	text := strings.ReplaceAll("# One\n~~~sh\na\n\n# not a heading\n~~~\n## Two\n- in a list:\n  ~~~yaml file=a/b.yaml\n  x:\n    y: 1\n  ~~~\n~~~sh exit=2\nb\n~~~\n~~~sh server\nc\n~~~\n", "~~~", "```")
	got, err := guides.Parse(text)
	want := []guides.Block{
		{Line: 2, Heading: "One", Language: "sh", Text: "a\n\n# not a heading\n"},
		{Line: 9, Heading: "Two", Language: "yaml", File: "a/b.yaml", Text: "x:\n  y: 1\n"},
		{Line: 13, Heading: "Two", Language: "sh", Exit: 2, Text: "b\n"},
		{Line: 16, Heading: "Two", Language: "sh", Server: true, Text: "c\n"},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\ngot  %+v\nwant %+v", err, got, want)
	}
	for name, text := range map[string]string{
		"a block without end":         "```sh\na\n",
		"a block without language":    "```\na\n```\n",
		"commands as bash":            "```bash\na\n```\n",
		"a word that means nothing":   "```sh often\na\n```\n",
		"an exit status of no number": "```sh exit=one\na\n```\n",
	} {
		if _, err := guides.Parse(text); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

func TestMatches(t *testing.T) {
	const output = "marmara  open\nzephyr   scheduled  from 03:00\n"
	for _, c := range []struct {
		expected string
		want     bool
	}{
		{"marmara … open", true},
		{"marmara\nzephyr … from …", true},
		{"zephyr\nmarmara", false},
		{"marmara … scheduled", false},
		{"pera", false},
	} {
		if err := guides.Matches(output, c.expected); (err == nil) != c.want {
			t.Errorf("%q: %v", c.expected, err)
		}
	}
}
