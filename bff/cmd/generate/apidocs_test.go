package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/contracts"
)

// The API reference has every operation of both documents, and its links lead to something on the
// page.
func TestAPIPageIsComplete(t *testing.T) {
	files, err := generated()
	require.NoError(t, err)
	page := string(files[apiPage])
	assert.Less(t, len(page), 700_000)
	assert.NotContains(t, page, "<script")
	assert.NotContains(t, page, "ZgotmplZ", "html/template has rejected a value")
	ids := map[string]bool{}
	for _, found := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(page, -1) {
		assert.False(t, ids[found[1]], "the id %s is used twice", found[1])
		ids[found[1]] = true
	}
	for _, found := range regexp.MustCompile(`href="#([^"]+)"`).FindAllStringSubmatch(page, -1) {
		assert.True(t, ids[found[1]], "dangling link to %s", found[1])
	}
	staff, err := contracts.Files.ReadFile("staff.yaml")
	require.NoError(t, err)
	for prefix, document := range map[string][]byte{"player-": files["contracts/openapi.yaml"], "staff-": staff} {
		for line := range bytes.Lines(document) {
			if _, id, found := strings.Cut(string(line), "operationId: "); found {
				assert.True(t, ids[prefix+strings.TrimSpace(id)], "%s is missing", id)
			}
		}
	}
}
