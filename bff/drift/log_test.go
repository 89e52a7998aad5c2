package drift

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

type fixture struct {
	*Log
	now     time.Time
	entries bytes.Buffer
	counts  map[string]int
}

func newFixture() *fixture {
	f := &fixture{now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), counts: map[string]int{}}
	f.Log = New(Options{
		Log: slog.New(slog.NewTextHandler(&f.entries, nil)), Clock: func() time.Time { return f.now },
		Count:    func(call, path string) { f.counts[call+" "+path]++ },
		IsSecret: func(name string) bool { return name == "iban" },
	})
	return f
}

func (f *fixture) observe(t *testing.T, call string, paths ...string) {
	t.Helper()
	class, method, _ := strings.Cut(call, "/")
	r := &bff.UpstreamRequest{Brand: &bff.Brand{ID: "marmara"}, Call: &bff.Call{Class: class, Method: method}}
	found := []bff.Violation{}
	for _, path := range paths {
		found = append(found, bff.Violation{Path: path, Rule: "type", Got: "string", Want: "number", Example: `"9.9"`})
	}
	f.Observe(t.Context(), r, "platform", found)
}

func (f *fixture) logged() int { return strings.Count(f.entries.String(), "\n") }

func TestDeviationsAreListedAndCountedByAnswer(t *testing.T) {
	f := newFixture()
	f.observe(t, "casino/games_list", "$[*].rtp", "$[*].name")
	f.now = f.now.Add(time.Second)
	f.observe(t, "casino/games_list", "$[*].rtp")
	list := f.List()
	require.True(t, len(list) == 2 && f.counts["casino/games_list $[*].rtp"] == 2 && f.counts["casino/games_list $[*].name"] == 1,
		"%+v, counted %v", list, f.counts)
	want := bff.Deviation{
		Upstream: "platform", Brand: "marmara", Call: "casino/games_list", Path: "$[*].rtp", Got: "string", Want: "number",
		Example: `"9.9"`, Count: 2, First: f.now.Add(-time.Second), Last: f.now,
	}
	assert.True(t, list[0] == want, "got  %+v\nwant %+v", list[0], want)
}

func TestEachPathIsLoggedOncePerMinute(t *testing.T) {
	f := newFixture()
	for range 59 {
		f.observe(t, "casino/games_list", "$[*].rtp", "$[*].name")
		f.now = f.now.Add(time.Second)
	}
	n := f.logged()
	assert.Equal(t, 2, n, "%d entries in the first minute", n)
	f.now = f.now.Add(time.Second)
	f.observe(t, "casino/games_list", "$[*].rtp")
	n = f.logged()
	assert.True(t, n == 3 && strings.Contains(f.entries.String(), "answers=60"),
		"%d entries after a minute:\n%s", n, f.entries.String())
}

func TestPathsAreBounded(t *testing.T) {
	f := newFixture()
	for i := range 2 * maxDeviations {
		f.observe(t, "casino/games_list", fmt.Sprintf("$.a%d", i), fmt.Sprintf("$.b%d", i))
	}
	n := len(f.List())
	assert.Equal(t, maxDeviations+1, n, "%d deviations", n)
	// Two paths beyond the bound in one answer are one answer.
	n = f.counts["casino/games_list other"]
	assert.Equal(t, 2*maxDeviations-maxDeviations/2, n, "%d counted as other", n)
	assert.Len(t, f.counts, maxDeviations+1, "%d series", len(f.counts))
}

func TestSecretsHaveNoExample(t *testing.T) {
	f := newFixture()
	f.observe(t, "finance/list_bank_accounts", "$[*].iban")
	assert.Equal(t, redacted, f.List()[0].Example)
}

func TestMockWorldsAreNotRecorded(t *testing.T) {
	f := newFixture()
	r := &bff.UpstreamRequest{Brand: &bff.Brand{ID: "marmara"}, Call: &bff.Call{Class: "a", Method: "b"}, World: "mine"}
	f.Observe(t.Context(), r, "mock", []bff.Violation{{Path: "$"}})
	assert.True(t, len(f.List()) == 0 && len(f.counts) == 0 && f.logged() == 0,
		"%+v, %v, %s", f.List(), f.counts, f.entries.String())
}
