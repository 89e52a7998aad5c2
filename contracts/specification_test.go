package contracts_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	number     = regexp.MustCompile(`\bS[1-9]\.\d+\b`)
	definition = regexp.MustCompile(`(?m)^(?:- |\| )\*\*(S([1-9])\.\d+)\*\*`)
	deviation  = regexp.MustCompile(`(?m)^- \*\*S.*`)
	link       = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	code       = regexp.MustCompile("(?s)```.*?```|`[^`]*`")
	heading    = regexp.MustCompile(`(?m)^#+ (.+)$`)
	notSlug    = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

func read(t *testing.T, path string) string {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

// statements returns the text of each statement of the specification by its number.
func statements(t *testing.T) map[string]string {
	files, err := filepath.Glob("specification/*.md")
	require.NoError(t, err)
	require.Len(t, files, 9)
	found := map[string]string{}
	for _, file := range files {
		text := read(t, file)
		at := definition.FindAllStringSubmatchIndex(text, -1)
		for i, m := range at {
			end := len(text)
			if i+1 < len(at) {
				end = at[i+1][0]
			}
			name := text[m[2]:m[3]]
			assert.Empty(t, found[name], "%s: %s is defined twice", file, name)
			assert.Equal(t, filepath.Base(file)[:1], text[m[4]:m[5]], "%s: %s belongs to another section", file, name)
			found[name] = text[m[0]:end]
		}
	}
	return found
}

// walk calls visit for each file of the repository with one of the extensions, except files that are not its source.
func walk(t *testing.T, root string, extensions []string, visit func(path string)) {
	ignored := []string{".git", "bin", "node_modules", "dist", "testdata"}
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains(ignored, d.Name()):
			return fs.SkipDir
		case !d.IsDir() && slices.Contains(extensions, filepath.Ext(path)):
			visit(path)
		}
		return nil
	}))
}

func TestCitedStatementsExist(t *testing.T) {
	defined, files := statements(t), 0
	walk(t, "..", []string{".go", ".ts", ".tsx", ".css", ".md", ".yaml", ".mjs"}, func(path string) {
		files++
		for _, cited := range number.FindAllString(read(t, path), -1) {
			assert.NotEmpty(t, defined[cited], "%s: %s is not defined", path, cited)
		}
	})
	assert.Greater(t, files, 1000)
}

func TestDeviationsAreMarkedInTheSpecification(t *testing.T) {
	var listed, marked []string
	text, _, _ := strings.Cut(read(t, "DEVIATIONS.md"), "\n## Platforms")
	for _, line := range deviation.FindAllString(text, -1) {
		// An item begins with the numbers of its statements. Others may follow in its text.
		for _, field := range strings.Fields(strings.TrimPrefix(line, "- ")) {
			if !strings.HasPrefix(field, "**S") {
				break
			}
			listed = append(listed, strings.Trim(field, "*,"))
		}
	}
	for name, text := range statements(t) {
		if strings.Contains(text, "[deviates](../DEVIATIONS.md)") {
			marked = append(marked, name)
		}
	}
	assert.ElementsMatch(t, marked, listed)
}

// anchors returns the anchors of the headings of a Markdown text, as GitHub derives them.
func anchors(text string) (found []string) {
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		found = append(found, strings.ReplaceAll(notSlug.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return found
}

func TestLinksOfDocumentsResolve(t *testing.T) {
	links := 0
	walk(t, ".", []string{".md"}, func(path string) {
		for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(read(t, path), ""), -1) {
			file, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(file, "://") || strings.HasPrefix(file, "mailto:") {
				continue
			}
			links++
			target := path
			if file != "" {
				target = filepath.Join(filepath.Dir(path), file)
			}
			if _, err := os.Stat(target); !assert.NoError(t, err, "%s: %s", path, m[1]) || anchor == "" {
				continue
			}
			assert.Contains(t, anchors(read(t, target)), anchor, "%s: %s", path, m[1])
		}
	})
	assert.Greater(t, links, 300)
}
