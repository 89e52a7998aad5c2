package yamlnode_test

import (
	"fmt"
	"strings"
	"testing"

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
		"scalars":          {"a: x\n\n'b': 2\nc:\nd: true", `.a@1 .a@1/1="x" .b@3 .b@3/3="2" .c@4 .c@4/4="" .d@5 .d@5/5="true"`},
		"a nested mapping": {"a:\n  b:\n    c: 1", `.a@1 .a.b@2 .a.b.c@3 .a.b.c@3/3="1"`},
		"a list":           {"a:\n  - x\n  - b: 1\n    c: 2", `.a@1 .a.0@2/2="x" .a.1.b@3 .a.1.b@3/3="1" .a.1.c@4 .a.1.c@4/4="2"`},
		"a literal":        {"a: |\n  x\n  y\n", `.a@1 .a@1/2="x\ny\n"`},
		"an anchor":        {"a: &x 1\nb: *x", `.a@1 .a@1:Anchor .b@2 .b@2:Alias`},
		"an empty file":    {"", ``},
		"two documents":    {"a: 1\n---\nb: 2", `.a@1 .a@1/1="1" .b@3 .b@3/3="2"`},
	} {
		docs, err := yamlnode.Parse([]byte(row.in))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for _, doc := range docs {
			if doc != nil {
				got = append(got, format(doc, "")...)
			}
		}
		if got := strings.Join(got, " "); got != row.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, row.want)
		}
	}
}

func TestParseReportsTheLineOfSyntaxErrors(t *testing.T) {
	_, err := yamlnode.Parse([]byte("a: 1\nb: [\n"))
	if err == nil || err.Line != 2 || err.Message == "" || strings.Contains(err.Message, "\n") {
		t.Errorf("error %+v, want one of line 2 without excerpt", err)
	}
}

func TestParseDuplicateKeys(t *testing.T) {
	raw := []byte("a: 1\na: 2\n")
	if _, err := yamlnode.Parse(raw); err == nil || err.Line != 2 {
		t.Errorf("error %+v, want one of line 2", err)
	}
	docs, err := yamlnode.Parse(raw, yamlnode.AllowDuplicateKeys())
	if err != nil {
		t.Fatal(err)
	}
	if n := docs[0].Get("a"); len(docs[0].Fields) != 2 || n == nil || n.Text != "1" {
		t.Errorf("fields %+v, want both, and Get to return the first", docs[0].Fields)
	}
	if docs[0].Get("b") != nil {
		t.Error("Get returned a field that is absent")
	}
}
