package mock

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"croupier/bff/mock/world"
)

// The least recently used worlds are evicted first, never the default and never the last used.
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
		t.Error("the least recently used world is still there")
	}
	_, gone := w.list()
	if len(gone) == 0 || !strings.Contains(gone[0].Why, "memory") {
		t.Errorf("%+v", gone)
	}
	if fresh := w.get("w1"); fresh.evicted == nil || fresh.evicted.World != "w1" {
		t.Error("a new world does not report the evicted one")
	}
}

func TestUnusedCataloguesAreReleased(t *testing.T) {
	c, err := world.NewCatalogue(1)
	if err != nil {
		t.Fatal(err)
	}
	w := newWorlds(Options{Seed: 1, Clock: time.Now}, c)
	seed := uint64(7)
	if err := w.reset("x", &seed); err != nil {
		t.Fatal(err)
	}
	if len(w.catalogues) != 2 || w.catalogues[7].bytes < 100_000 {
		t.Errorf("%d catalogues", len(w.catalogues))
	}
	if !w.end("x") || len(w.catalogues) != 1 {
		t.Errorf("%d catalogues after its world ended", len(w.catalogues))
	}
}

// The first use of a world is by several requests at once: those of a page.
func TestWorldIsCreatedOnce(t *testing.T) {
	c, err := world.NewCatalogue(1)
	if err != nil {
		t.Fatal(err)
	}
	w := newWorlds(Options{Seed: 1, Clock: time.Now}, c)
	got := make(chan *sandbox)
	for range 20 {
		go func() { got <- w.get("x") }()
	}
	first := <-got
	for range 19 {
		if other := <-got; other != first {
			t.Fatal("two worlds of one name were created")
		}
	}
}
