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

// The least recently used worlds are evicted first, never the default and never the last used.
func TestWorldsAreBoundedByMemory(t *testing.T) {
	c, err := world.NewCatalogue(1)
	require.NoError(t, err)
	now := time.Date(2026, 5, 14, 18, 0, 0, 0, time.UTC)
	w := newWorlds(Options{Seed: 1, Clock: func() time.Time { return now }}, c)
	w.get(DefaultWorld)
	for n := range 9 {
		w.get(fmt.Sprint("w", n))
	}
	w.get("w0") // w1 becomes the least recently used

	heavy, _ := w.find("w8")
	r := testCall(1)
	noise := make([]byte, 0, 1<<20)
	for x := uint64(1); len(noise) < 1<<20; { // does not compress below half
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		noise = append(noise, fmt.Sprintf("%016x", x)...)
	}
	r.Data = json.RawMessage(`"` + string(noise) + `"`)
	for range 32 {
		heavy.log.add(r)
	}
	for _, e := range w.byName {
		e.sandbox.log = heavy.log
	}
	entries, _ := w.list()
	for _, e := range entries {
		w.weigh(e.sandbox, e.name)
	}
	taken := w.bytes()
	assert.True(t, taken <= maxWorldBytes, "the worlds take %d MB", taken>>20)
	_, ok := w.find(DefaultWorld)
	assert.True(t, ok, "the default world is gone")
	_, ok = w.find("w8")
	assert.True(t, ok, "the world in use is gone")
	_, ok = w.find("w1")
	assert.True(t, !ok, "the least recently used world is still there")
	_, gone := w.list()
	assert.True(t, len(gone) != 0 && strings.Contains(gone[0].Why, "memory"), "%+v", gone)
	fresh := w.get("w1")
	assert.True(t, fresh.evicted != nil && fresh.evicted.World == "w1", "a new world does not report the evicted one")
}

func TestUnusedCataloguesAreReleased(t *testing.T) {
	c, err := world.NewCatalogue(1)
	require.NoError(t, err)
	w := newWorlds(Options{Seed: 1, Clock: time.Now}, c)
	seed := uint64(7)
	require.NoError(t, w.reset("x", &seed))
	assert.True(t, len(w.catalogues) == 2 && w.catalogues[7].bytes >= 100_000, "%d catalogues", len(w.catalogues))
	assert.True(t, w.end("x") && len(w.catalogues) == 1, "%d catalogues after its world ended", len(w.catalogues))
}

// The first use of a world is by several requests at once: those of a page.
func TestWorldIsCreatedOnce(t *testing.T) {
	c, err := world.NewCatalogue(1)
	require.NoError(t, err)
	w := newWorlds(Options{Seed: 1, Clock: time.Now}, c)
	got := make(chan *sandbox)
	for range 20 {
		go func() { got <- w.get("x") }()
	}
	first := <-got
	for range 19 {
		other := <-got
		require.True(t, other == first, "two worlds of one name were created")
	}
}

func testCall(n int) callRecord {
	return callRecord{
		At: time.Date(2026, 5, 14, 18, 0, n%60, 0, time.UTC), Class: "casino", Method: fmt.Sprint("m", n), MS: 1.5, Outcome: "ok",
		Data: json.RawMessage(`{"limit":48}`), User: json.RawMessage(`null`),
		Headers: json.RawMessage(`{"User-Agent":["` + strings.Repeat("croupier ", 40) + `"]}`),
	}
}

func methodOf(t *testing.T, raw json.RawMessage) string {
	t.Helper()
	var r callRecord
	err := json.Unmarshal(raw, &r)
	require.NoError(t, err, "%v: %s", err, raw)
	return r.Method
}

func TestCallLogReturnsNewestFirstAcrossSegments(t *testing.T) {
	l := &callLog{}
	for n := range 1000 {
		l.add(testCall(n))
	}
	require.True(t, len(l.segments) >= 2, "%d segments: the test is too small", len(l.segments))
	got := l.last(700)
	require.Len(t, got, 700, "%d calls", len(got))
	for i, raw := range got {
		want := fmt.Sprint("m", 999-i)
		require.Equal(t, want, methodOf(t, raw), "call %d is %s, want %s", i, methodOf(t, raw), want)
	}
}

func TestCallLogIsBoundedByCalls(t *testing.T) {
	l := &callLog{}
	for n := range maxCalls + 1000 {
		l.add(testCall(n))
	}
	got := l.last(maxCalls)
	assert.True(t, len(got) == maxCalls && methodOf(t, got[maxCalls-1]) == "m1000",
		"%d calls, the oldest %s", len(got), methodOf(t, got[len(got)-1]))
	assert.True(t, l.size() <= 1<<20 && l.count() == maxCalls+1000, "%d bytes for %d calls", l.size(), l.count())
	logged := l.segmentCalls + len(l.recent)
	assert.True(t, logged <= maxCalls+200, "%d calls are in the log", logged)
}

func TestCallLogIsBoundedByBytes(t *testing.T) {
	l := &callLog{}
	r := testCall(0)
	r.Data = json.RawMessage(`"` + strings.Repeat("x", 1<<20) + `"`)
	for range 36 {
		l.add(r)
	}
	n := len(l.last(maxCalls))
	assert.True(t, n <= maxCallBytes>>20 && n != 0, "%d calls of a mebibyte are in the log", n)
}

func TestCallLogOmitsInvalidJSON(t *testing.T) {
	l := &callLog{}
	r := testCall(1)
	r.Data = json.RawMessage(`{`)
	l.add(r)
	assert.Equal(t, "m1", methodOf(t, l.last(1)[0]), "the call is not in the log")
}

// Zephyr has no sport: neither its slides and promotions show any, nor do they lead there.
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
