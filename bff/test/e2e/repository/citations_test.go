package repository_test

import (
	"bytes"
	"os"
	"os/exec"
	"path"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// programs are files that work with names of documents and do not cite them.
var programs = regexp.MustCompile(
	`^(bff/test/e2e/repository/|bff/cmd/generate/|bff/security_test\.go$|contracts/specification_test\.go$)`)

var (
	document = regexp.MustCompile(`[\w.:/-]*[\w-]\.md\b(?:#[\w-]+)?|\b(?:bff|configs|contracts|web)/[\w./-]+\.ya?ml\b`)
	section  = regexp.MustCompile(`(?i)§\s?\d|\bspec(?:ification)?,? section \d`)
	standard = regexp.MustCompile(`(?:RFC \d+|WHATWG \w+)[^a-zA-Z]*$`) // before a section
	ownLink  = regexp.MustCompile(`\]\((#[^)]+)\)`)
	heading  = regexp.MustCompile(`(?m)^#{1,6} +(.+?) *$`)
	fence    = regexp.MustCompile("(?ms)^ *```.*?^ *```")
	link     = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
)

// anchors returns GitHub's anchors for the headings of a document.
func anchors(text string) map[string]bool {
	out := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
		out["#"+strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, link.ReplaceAllString(m[1], "$1"))] = true
	}
	return out
}

// faults returns the broken citations in a text. files contains the repository's texts by path.
func faults(files map[string]string, name string) (out []string) {
	text := files[name]
	for _, at := range section.FindAllStringIndex(text, -1) {
		if !standard.MatchString(text[max(0, at[0]-40):at[0]]) {
			out = append(out, text[at[0]:at[1]])
		}
	}
	cited := document.FindAllString(text, -1)
	if strings.HasSuffix(name, ".md") {
		for _, m := range ownLink.FindAllStringSubmatch(text, -1) {
			cited = append(cited, path.Base(name)+m[1])
		}
	}
	for _, citation := range cited {
		target, anchor, hasAnchor := strings.Cut(citation, "#")
		if strings.Contains(target, "://") || strings.HasPrefix(target, "configs/brands/kordon/") { // of a guide
			continue
		}
		found, exists := "", false
		for dir := path.Dir(name); !exists; dir = path.Dir(dir) { // from the folder of the text up to the root
			found, exists = files[path.Join(dir, target)]
			if dir == "." {
				break
			}
		}
		if !exists || hasAnchor && !anchors(found)["#"+anchor] {
			out = append(out, citation)
		}
	}
	return out
}

// Documents move, and their headings change, but citations must remain valid.
func TestCitedDocumentsExist(t *testing.T) {
	const root = "../../../.."
	list, err := exec.CommandContext(t.Context(), "git", "-C", root, "ls-files", "-z").Output()
	require.NoError(t, err)
	files := map[string]string{}
	for name := range strings.SplitSeq(strings.Trim(string(list), "\x00"), "\x00") {
		raw, err := os.ReadFile(path.Join(root, name))
		require.NoError(t, err)
		if !bytes.ContainsRune(raw, 0) { // no picture
			files[name] = string(raw)
		}
	}
	require.Greater(t, len(files), 1000)
	for name := range files {
		if !programs.MatchString(name) {
			assert.Empty(t, faults(files, name), "%s cites documents that do not exist", name)
		}
	}
}

func TestDeadCitationsAreFound(t *testing.T) {
	files := map[string]string{
		"README.md":   "# Read\n\n## Money calls, [and](x.md) `keys`\n\n```sh\n# a comment\n```\n",
		"docs/own.md": "# Own\n",
	}
	for text, want := range map[string][]string{
		"see README.md#money-calls-and-keys, own.md and docs/own.md.": nil,
		"https://example.com/x.md, RFC 9110 §8.4, §9, NAME.md5":       nil,
		"read ../README.md#a-comment":                                 {"../README.md#a-comment"},
		"read calls.md, or lost/README.md":                            {"calls.md", "lost/README.md"},
		"copied from contracts/lost.yaml (spec §4)":                   {"§4", "contracts/lost.yaml"},
		"as in specification section 9":                               {"specification section 9"},
		"[here](#here), [there](#own)":                                {"page.md#here"},
	} {
		files["docs/page.md"] = "# Own\n" + text
		assert.Equal(t, want, faults(files, "docs/page.md"), text)
	}
}
