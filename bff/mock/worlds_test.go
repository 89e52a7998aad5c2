package mock

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/mock/world"
)

func testWorlds(t *testing.T) *worlds {
	t.Helper()
	c := world.NewCatalogue(1)
	return newWorlds(Options{Seed: 1, Clock: time.Now}, c)
}

// The least recently used worlds are evicted first, but not the default or the last used world.
func TestWorldsAreBoundedByMemory(t *testing.T) {
	w := testWorlds(t)
	w.get(DefaultWorld)
	for n := range 9 {
		w.get(fmt.Sprint("w", n))
	}
	w.get("w0") // w1 becomes the least recently used

	heavy, _ := w.find("w8")
	r := testCall(1)
	r.Data = json.RawMessage(`"` + strings.Repeat("x", 1<<20) + `"`)
	for range 32 {
		heavy.log.add(r)
	}
	for _, s := range w.byUse {
		s.log = heavy.log
	}
	w.evict()
	assert.LessOrEqual(t, w.bytes(), maxWorldBytes)
	for name, want := range map[string]bool{DefaultWorld: true, "w8": true, "w1": false} { // w8 is in use
		_, ok := w.find(name)
		assert.Equal(t, want, ok, name)
	}
	_, gone := w.list()
	assert.True(t, len(gone) != 0 && strings.Contains(gone[0].Why, "memory"), "%+v", gone)
	fresh := w.get("w1")
	assert.True(t, fresh.evicted != nil && fresh.evicted.World == "w1", "a new world does not report the evicted one")
}

func TestUnusedCataloguesAreReleased(t *testing.T) {
	w := testWorlds(t)
	seed := uint64(7)
	w.reset("x", &seed)
	assert.True(t, len(w.catalogues) == 2 && w.bytes() >= catalogueBytes, "%d catalogues", len(w.catalogues))
	assert.True(t, w.end("x") && len(w.catalogues) == 1, "%d catalogues after its world ended", len(w.catalogues))
}

// A page makes several requests at the same time, which are the first use of a world.
func TestWorldIsCreatedOnce(t *testing.T) {
	w := testWorlds(t)
	got := make(chan *sandbox)
	for range 20 {
		go func() { got <- w.get("x") }()
	}
	first := <-got
	for range 19 {
		other := <-got
		require.Same(t, first, other, "two worlds of one name were created")
	}
}

func testCall(n int) callRecord {
	return callRecord{
		At: time.Date(2026, 5, 14, 18, 0, n%60, 0, time.UTC), Class: "casino", Method: fmt.Sprint("m", n), MS: 1.5,
		Outcome: "ok",
		Data:    json.RawMessage(`{"limit":48}`), User: json.RawMessage(`null`),
		Headers: json.RawMessage(`{"User-Agent":["` + strings.Repeat("croupier ", 40) + `"]}`),
	}
}

func TestCallLogIsBounded(t *testing.T) {
	l := &callLog{}
	for n := range maxCalls + 1000 {
		l.add(testCall(n))
	}
	got := l.last(maxCalls)
	require.Len(t, got, maxCalls)
	for i, r := range got {
		require.Equal(t, fmt.Sprint("m", maxCalls+999-i), r.Method)
	}
	total, _ := l.size()
	assert.Equal(t, maxCalls+1000, total)

	l = &callLog{}
	r := testCall(0)
	r.Data = json.RawMessage(`"` + strings.Repeat("x", 1<<20) + `"`)
	for range 36 {
		l.add(r)
	}
	assert.Len(t, l.last(maxCalls), maxCallBytes>>20-1, "calls of a mebibyte")
	_, bytes := l.size()
	assert.LessOrEqual(t, bytes, maxCallBytes)
}

// Zephyr has no sport. Its slides and promotions must not show sport or link to it.
func TestZephyrShowsNoSport(t *testing.T) {
	b, ok := world.BrandByName("zephyr")
	require.True(t, ok, "no brand zephyr")
	now := time.Date(2026, 11, 18, 12, 0, 0, 0, world.Zone)
	campaigns := slices.Concat(b.Sliders(now), b.Promotions(now))
	require.True(t, len(campaigns) >= 10, "%d slides and promotions", len(campaigns))
	for _, c := range campaigns {
		assert.NotEqual(t, "sport", subjects[c.Key], "%s shows sport", c.Key)
		assert.NotContains(t, c.Link, "sport", "%s leads to %s", c.Key, c.Link)
	}
}
