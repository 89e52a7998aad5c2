package repository_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	boldText   = regexp.MustCompile(`\*\*([^*]+)\*\*`)
	pictureRef = regexp.MustCompile(`!\[[^]]+\]\((?:\.\./)?images/([^)]+)\)`)
)

// Bold words in the support guide are labels of the staff console, and its pages and pictures are
// in use.
func TestSupportGuideMatchesConsole(t *testing.T) {
	const docs = "../../../docs/"
	labels := map[string]bool{}
	for _, name := range []string{"staff", "staffPages"} {
		raw, err := os.ReadFile("../../../../web/src/locales/en/" + name + ".json")
		require.NoError(t, err)
		var texts any
		require.NoError(t, json.Unmarshal(raw, &texts))
		collectTexts(texts, labels)
	}
	require.Greater(t, len(labels), 300)
	guide, err := os.ReadFile(docs + "support.md")
	require.NoError(t, err)
	pages, err := filepath.Glob(docs + "support/*.md")
	require.NoError(t, err)
	pictures := map[string]bool{}
	for _, page := range append(pages, docs+"support.md") {
		raw, err := os.ReadFile(page)
		require.NoError(t, err)
		name := filepath.Base(page)
		for _, found := range boldText.FindAllStringSubmatch(string(raw), -1) {
			label := strings.Join(strings.Fields(found[1]), " ") // may continue on the next line
			assert.True(t, labels[label], "%s: the console has no label %q", name, label)
		}
		for _, found := range pictureRef.FindAllStringSubmatch(string(raw), -1) {
			pictures[found[1]] = true
		}
		if name != "support.md" {
			assert.True(t, strings.Contains(string(guide), "(support/"+name+")"), "support.md has no link to %s", name)
		}
	}
	files, err := os.ReadDir(docs + "images")
	require.NoError(t, err)
	assert.Len(t, files, len(pictures), "pictures that no page shows, or missing ones")
	for _, file := range files {
		info, err := file.Info()
		require.NoError(t, err)
		assert.True(t, pictures[file.Name()], "no page of the support guide shows %s", file.Name())
		assert.LessOrEqual(t, info.Size(), int64(80<<10), "%s is too large", file.Name())
	}
}

// collectTexts adds the texts of a file of the locales to texts.
func collectTexts(of any, texts map[string]bool) {
	switch of := of.(type) {
	case string:
		texts[of] = true
	case map[string]any:
		for _, value := range of {
			collectTexts(value, texts)
		}
	}
}
