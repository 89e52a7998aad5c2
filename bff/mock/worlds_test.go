package mock

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"croupier/bff/mock/world"
)

// Worlds that take too much go before there are too many of them, the one used longest ago
// first, never the default and never the one that is asked.
func TestWorldsAreBoundedByMemory(t *testing.T) {
	c, err := world.NewCatalogue(1)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 5, 14, 18, 0, 0, 0, time.UTC)
	w := newWorlds(Options{Seed: 1, Clock: func() time.Time { return now }}, c)
	w.get(DefaultWorld)
	for n := range 9 {
		w.get(fmt.Sprint("w", n))
	}
	w.get("w0") // so that w1 was used longest ago

	heavy, _ := w.find("w8")
	r := called(1)
	noise := make([]byte, 0, 1<<20)
	for x := uint64(1); len(noise) < 1<<20; { // packing makes this no smaller than half
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		noise = append(noise, fmt.Sprintf("%016x", x)...)
	}
	r.Data = json.RawMessage(`"` + string(noise) + `"`)
	for range 32 {
		heavy.log.add(r)
	}
	for e := w.recent.Back(); e != nil; e = e.Prev() {
		e.Value.(*entry).tester.log = heavy.log
	}
	entries, _ := w.inUse()
	for _, e := range entries {
		w.weigh(e.tester, e.name)
	}
	taken := w.taken()
	if taken > maxWorldBytes {
		t.Errorf("the worlds take %d MB", taken>>20)
	}
	if _, ok := w.find(DefaultWorld); !ok {
		t.Error("the default world is gone")
	}
	if _, ok := w.find("w8"); !ok {
		t.Error("the world in use is gone")
	}
	if _, ok := w.find("w1"); ok {
		t.Error("the world used longest ago is still there")
	}
	_, gone := w.inUse()
	if len(gone) == 0 || !strings.Contains(gone[0].Why, "memory") {
		t.Errorf("%+v", gone)
	}
	if fresh := w.get("w1"); fresh.before == nil || fresh.before.World != "w1" {
		t.Error("a world made anew does not know of the one before")
	}
}

func TestCataloguesOfOtherSeedsGoWithTheirWorlds(t *testing.T) {
	c, err := world.NewCatalogue(1)
	if err != nil {
		t.Fatal(err)
	}
	w := newWorlds(Options{Seed: 1, Clock: time.Now}, c)
	seed := uint64(7)
	if err := w.reset("x", &seed); err != nil {
		t.Fatal(err)
	}
	if len(w.shared) != 2 || w.shared[7].bytes < 100_000 {
		t.Errorf("%d catalogues", len(w.shared))
	}
	if !w.end("x") || len(w.shared) != 1 {
		t.Errorf("%d catalogues after its world ended", len(w.shared))
	}
}

// A page asks for many things at once, so that a world is first used by several requests.
func TestAWorldIsMadeOnce(t *testing.T) {
	c, err := world.NewCatalogue(1)
	if err != nil {
		t.Fatal(err)
	}
	w := newWorlds(Options{Seed: 1, Clock: time.Now}, c)
	got := make(chan *tester)
	for range 20 {
		go func() { got <- w.get("x") }()
	}
	first := <-got
	for range 19 {
		if other := <-got; other != first {
			t.Fatal("two requests are in two worlds of one name")
		}
	}
	if len(w.making) != 0 {
		t.Error("a world is still being made")
	}
}
