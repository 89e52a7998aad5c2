package upstream

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

type deviationFixture struct {
	*DeviationLog
	now     time.Time
	entries bytes.Buffer
	counts  map[string]int
}

func newDeviationFixture() *deviationFixture {
	f := &deviationFixture{now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), counts: map[string]int{}}
	f.DeviationLog = NewDeviationLog(DeviationOptions{
		Log: slog.New(slog.NewTextHandler(&f.entries, nil)), Clock: func() time.Time { return f.now },
		Count:    func(call, path string) { f.counts[call+" "+path]++ },
		IsSecret: func(name string) bool { return name == "iban" },
	})
	return f
}

func (f *deviationFixture) observe(t *testing.T, call string, paths ...string) {
	t.Helper()
	class, method, _ := strings.Cut(call, "/")
	r := &bff.UpstreamRequest{Brand: &bff.Brand{ID: "marmara"}, Call: &bff.Call{Class: class, Method: method}}
	found := []bff.Violation{}
	for _, path := range paths {
		found = append(found, bff.Violation{Path: path, Rule: "type", Got: "string", Want: "number", Example: `"9.9"`})
	}
	f.Observe(t.Context(), r, "platform", found)
}

func (f *deviationFixture) logged() int { return strings.Count(f.entries.String(), "\n") }

func TestDeviationsAreListedAndCountedByAnswer(t *testing.T) {
	f := newDeviationFixture()
	f.observe(t, "casino/games_list", "$[*].rtp", "$[*].name")
	f.now = f.now.Add(time.Second)
	f.observe(t, "casino/games_list", "$[*].rtp")
	assert.Len(t, f.List(), 2)
	assert.Equal(t, map[string]int{"casino/games_list $[*].rtp": 2, "casino/games_list $[*].name": 1}, f.counts)
	want := bff.Deviation{
		Upstream: "platform", Brand: "marmara", Call: "casino/games_list", Path: "$[*].rtp", Got: "string",
		Want:    "number",
		Example: `"9.9"`, Count: 2, First: f.now.Add(-time.Second), Last: f.now,
	}
	assert.Equal(t, want, f.List()[0])
}

func TestEachDeviationIsLoggedOncePerMinute(t *testing.T) {
	f := newDeviationFixture()
	for range 59 {
		f.observe(t, "casino/games_list", "$[*].rtp", "$[*].name")
		f.now = f.now.Add(time.Second)
	}
	assert.Equal(t, 2, f.logged())
	f.now = f.now.Add(time.Second)
	f.observe(t, "casino/games_list", "$[*].rtp")
	assert.True(t, f.logged() == 3 && strings.Contains(f.entries.String(), "answers=60"), "after a minute:\n%s",
		f.entries.String())
}

func TestDeviationPathsAreBounded(t *testing.T) {
	f := newDeviationFixture()
	for i := range 2 * maxDeviations {
		f.observe(t, "casino/games_list", fmt.Sprintf("$.a%d", i), fmt.Sprintf("$.b%d", i))
	}
	assert.Equal(t, maxDeviations+1, len(f.List()))
	// Two paths beyond the maximum in one response count as one response.
	assert.Equal(t, 2*maxDeviations-maxDeviations/2, f.counts["casino/games_list other"])
	assert.Len(t, f.counts, maxDeviations+1)
}

func TestDeviationsHaveNoSecretExample(t *testing.T) {
	f := newDeviationFixture()
	f.observe(t, "finance/list_bank_accounts", "$[*].iban")
	assert.Equal(t, "[redacted]", f.List()[0].Example)
}

func TestDeviationsOfTestersAreNotRecorded(t *testing.T) {
	f := newDeviationFixture()
	r := &bff.UpstreamRequest{
		Brand: &bff.Brand{ID: "marmara"}, Call: &bff.Call{Class: "a", Method: "b"},
		Partition: "marmara/mine",
	}
	f.Observe(t.Context(), r, "mock", []bff.Violation{{Path: "$"}})
	assert.True(t, len(f.List()) == 0 && len(f.counts) == 0 && f.logged() == 0, "%v, %s", f.counts, f.entries.String())
}
