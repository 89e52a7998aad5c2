package bff_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// levels1And2 are the numbers of requirements of levels 1 and 2 by section of ASVS 5.0.0. Within a
// section these come first.
var levels1And2 = map[string]int{
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
	namedTest = regexp.MustCompile("`([^`:]+_test\\.go|web/[^`:]+\\.(?:test|spec)\\.tsx?):([^`]+)`")
	promise   = regexp.MustCompile(`(?m)^\d+\. `)
	// The documents omit the tags at the end of a browser test's title.
	tags        = regexp.MustCompile(`( @[a-z]+)+'`)
	requirement = regexp.MustCompile(`^\d+\.\d+(?:\.\d+)?$`)
)

const securityFolder = "../.github"

// TestSecurityDocument checks that every promise of .github/SECURITY.md names an existing test.
func TestSecurityDocument(t *testing.T) {
	text := readSecurity(t)
	for _, found := range namedTest.FindAllStringSubmatch(text, -1) {
		assert.NoError(t, checkTest(found[1], found[2]))
	}
	_, rest, _ := strings.Cut(text, "\n## Promises\n")
	promises, _, _ := strings.Cut(rest, "\n## ")
	all := promise.Split(promises, -1)[1:]
	require.NotEmpty(t, all)
	for i, one := range all {
		assert.True(t, namedTest.MatchString(one), "promise %d names no test", i+1)
		assert.Contains(t, promises, fmt.Sprintf("\n%d. ", i+1), "the promises are numbered")
	}
}

// TestSecurityRequirements checks that asvs.yaml lists every requirement of ASVS. Each tested
// requirement must name existing tests, and each unmet requirement must have an explanation.
func TestSecurityRequirements(t *testing.T) {
	var tables []struct {
		Title        string
		Requirements []struct {
			ID, Topic, State, How string
			Tests                 []string
		}
	}
	raw, err := os.ReadFile(filepath.Join(securityFolder, "asvs.yaml"))
	require.NoError(t, err)
	require.NoError(t, yaml.UnmarshalWithOptions(raw, &tables, yaml.Strict()))
	_, rest, _ := strings.Cut(readSecurity(t), "\n## Not defended\n")
	notDefended, _, _ := strings.Cut(rest, "\n## ")

	states := []string{"tested", "by design", "platform", "operator", "not met", "not applicable"}
	listed := map[string]bool{}
	for _, table := range tables {
		for _, r := range table.Requirements {
			assert.Contains(t, states, r.State, r.ID)
			assert.NotEmpty(t, r.Topic, r.ID)
			assert.NotContains(t, r.Topic+r.How+r.ID, "|", "%s: it separates cells", r.ID)
			assert.True(t, r.State != "tested" || len(r.Tests) > 0, "%s: names no test", r.ID)
			assert.True(t, r.State != "not applicable" || r.How != "", "%s: not applicable without a reason", r.ID)
			assert.True(t, r.State != "not met" || strings.Contains(notDefended, r.ID),
				"%s: not explained under Not defended", r.ID)
			for _, test := range r.Tests {
				file, name, _ := strings.Cut(test, ":")
				assert.NoError(t, checkTest(file, name), r.ID)
			}
			if requirement.MatchString(r.ID) {
				assert.False(t, listed[r.ID], "%s is listed twice", r.ID)
				listed[r.ID] = true
			}
		}
	}
	checkComplete(t, listed)
}

// checkComplete checks that each requirement of ASVS has a row or a row of its section.
func checkComplete(t *testing.T, listed map[string]bool) {
	t.Helper()
	for section, number := range levels1And2 {
		for i := 1; i <= number; i++ {
			item := fmt.Sprintf("%s.%d", section, i)
			assert.NotEqual(t, listed[section], listed[item],
				"ASVS %s: want a row of the requirement or of its section, not both", item)
			delete(listed, item)
		}
		delete(listed, section)
	}
	assert.Empty(t, listed, "ASVS has no such requirements of level 1 or 2")
}

func readSecurity(t *testing.T) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(securityFolder, "SECURITY.md"))
	require.NoError(t, err)
	return string(raw)
}

// checkTest reports a missing test. A file is relative to bff, or to the root if it is in web.
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
