package telemetry_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const runbook = "configs/docs/monitoring.md"

// runbookOf returns the address of the section on an alert, as GitHub makes it from the heading.
func runbookOf(alert string) string { return runbook + "#" + strings.ToLower(alert) }

func TestEveryAlertHasASectionInTheRunbook(t *testing.T) {
	rules, err := os.ReadFile(deploy + "prometheus/alerts.yaml")
	require.NoError(t, err)
	guide, err := os.ReadFile("../../../" + runbook)
	require.NoError(t, err)
	headings := map[string]bool{}
	for _, heading := range regexp.MustCompile(`(?m)^### (Croupier\w+)$`).FindAllStringSubmatch(string(guide), -1) {
		headings[heading[1]] = true
	}
	alerts := regexp.MustCompile(`- alert: (\w+)`).FindAllStringSubmatch(string(rules), -1)
	for _, alert := range alerts {
		assert.True(t, headings[alert[1]], "%s has no section %s", runbook, alert[1])
		assert.Contains(t, string(rules), " runbook_url: "+runbookOf(alert[1])+"\n")
		delete(headings, alert[1])
	}
	assert.NotEmpty(t, alerts)
	assert.Empty(t, headings, "sections on alerts that do not exist")
}
