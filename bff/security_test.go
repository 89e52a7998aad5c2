package bff_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// requirements are the numbers of requirements of levels 1 and 2 by section of ASVS 5.0.0. Within a
// section these come first.
var requirements = map[string]int{
	"1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2, "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1,
	"3.2": 2, "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2, "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4,
	"5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3, "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4,
	"7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2, "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1,
	"9.1": 3, "9.2": 4, "10.1": 2, "10.2": 2, "10.3": 4, "10.4": 11, "10.5": 5, "10.6": 2, "10.7": 3,
	"11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1, "12.1": 3, "12.2": 2, "12.3": 4,
	"13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5, "14.1": 2, "14.2": 4, "14.3": 3, "15.1": 3, "15.2": 3, "15.3": 7,
	"16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3, "17.1": 1, "17.2": 4, "17.3": 2,
}

var (
	securityRow = regexp.MustCompile(`(?m)^\| ([^|]+) \| (shown|by design|platform|operator|no|n/a) \| ([^|]*) \| ([^|]*) \|$`)
	namedTest   = regexp.MustCompile("`([^`:]+_test\\.go|web/[^`:]+\\.(?:test|spec)\\.tsx?):([^`]+)`")
	// The document does not name the tags at the end of a browser test's title.
	tags        = regexp.MustCompile(`( @[a-z]+)+'`)
	requirement = regexp.MustCompile(`^(\d+\.\d+)(?:\.(\d+))?$`)
)

// TestSecurityDocument checks that every test that SECURITY.md names exists, that what is said to be
// shown names one, that what is not fulfilled is explained, and that no requirement of ASVS is missing.
func TestSecurityDocument(t *testing.T) {
	raw, err := os.ReadFile("SECURITY.md")
	require.NoError(t, err)
	text := string(raw)
	tests := namedTest.FindAllStringSubmatch(text, -1)
	require.True(t, len(tests) >= 200, "%d tests named: the pattern does not match the document", len(tests))
	for _, found := range tests {
		assert.NoError(t, checkTest(found[1], found[2]))
	}

	_, rest, _ := strings.Cut(text, "\n## Not defended\n")
	notDefended, _, _ := strings.Cut(rest, "\n## ")
	listed := map[string]bool{}
	for _, row := range securityRow.FindAllStringSubmatch(text, -1) {
		item, state, how, shownBy := row[1], row[2], row[3], row[4]
		assert.True(t, state != "shown" || namedTest.MatchString(shownBy), "%s: shown by no test", item)
		assert.True(t, state != "n/a" || strings.TrimSpace(how) != "", "%s: not applicable without a reason", item)
		name, _, _ := strings.Cut(item, ":")
		assert.True(t, state != "no" || strings.Contains(notDefended, name), "%s: not explained under Not defended", item)
		if requirement.MatchString(item) {
			assert.True(t, !listed[item], "%s is listed twice", item)
			listed[item] = true
		}
	}
	for section, number := range requirements {
		for i := 1; i <= number; i++ {
			item := fmt.Sprintf("%s.%d", section, i)
			assert.NotEqual(t, listed[section], listed[item],
				"ASVS %s: want a row of its own or of its section, and not both", item)
		}
		delete(listed, section)
		for i := 1; i <= number; i++ {
			delete(listed, fmt.Sprintf("%s.%d", section, i))
		}
	}
	assert.Empty(t, listed, "ASVS has no such requirements of level 1 or 2")
}

// checkTest reports why a test does not exist. Files are relative to this folder, those of the site
// to the one above it.
func checkTest(file, name string) error {
	if strings.HasPrefix(file, "web/") {
		file = filepath.Join("..", file)
		name = "'" + name + "'"
	} else {
		name = "func " + name + "("
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if !strings.Contains(tags.ReplaceAllString(string(content), "'"), name) {
		return fmt.Errorf("%s has no test %s", file, name)
	}
	return nil
}
