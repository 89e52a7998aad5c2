package mock

import (
	"container/list"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"sync"

	"croupier/bff/mock/scenario"
	"croupier/bff/mock/world"
)

// maxWorlds bounds the worlds kept; the one used longest ago goes first, the default never.
const maxWorlds = 64

// DefaultWorld is the world of whoever names none.
const DefaultWorld = "main"

const (
	worldHeader = "X-Mock-World"
	worldCookie = "mock_world"
)

var worldName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// tester is one world with what bends it and what was asked of it.
type tester struct {
	world  *world.World
	active *scenario.Active
	log    *callLog
}

// worlds keeps the testers by name.
type worlds struct {
	options Options
	mu      sync.Mutex
	shared  map[uint64]*world.Catalogue // by seed; a reset may ask for another
	byName  map[string]*list.Element
	recent  *list.List // of *entry, the newest use first
}

type entry struct {
	name   string
	tester *tester
}

func newWorlds(o Options, c *world.Catalogue) *worlds {
	return &worlds{
		options: o,
		shared:  map[uint64]*world.Catalogue{c.Seed: c},
		byName:  map[string]*list.Element{},
		recent:  list.New(),
	}
}

// nameOf reads which world a request asks for: header, then cookie, then the default.
func nameOf(r *http.Request) (string, error) {
	name := r.Header.Get(worldHeader)
	if name == "" {
		if c, err := r.Cookie(worldCookie); err == nil {
			name = c.Value
		}
	}
	if name == "" {
		return DefaultWorld, nil
	}
	if !worldName.MatchString(name) {
		return "", fmt.Errorf("world name %q: want 1 to 64 letters, digits, _ or -", name)
	}
	return name, nil
}

// get gives the tester of a name, made on first use.
func (w *worlds) get(name string) *tester {
	w.mu.Lock()
	defer w.mu.Unlock()
	if e, ok := w.byName[name]; ok {
		w.recent.MoveToFront(e)
		return e.Value.(*entry).tester
	}
	t := w.fresh(name, w.shared[w.options.Seed])
	w.byName[name] = w.recent.PushFront(&entry{name, t})
	for e := w.recent.Back(); len(w.byName) > maxWorlds && e != nil; e = e.Prev() {
		if old := e.Value.(*entry); old.name != DefaultWorld {
			w.recent.Remove(e)
			delete(w.byName, old.name)
			break
		}
	}
	return t
}

// find gives the tester of a name that is in use.
func (w *worlds) find(name string) (*tester, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	e, ok := w.byName[name]
	if !ok {
		return nil, false
	}
	return e.Value.(*entry).tester, true
}

// reset starts a world anew, with another seed where one is given.
func (w *worlds) reset(name string, seed *uint64) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	want := w.options.Seed
	if seed != nil {
		want = *seed
	}
	c, err := w.catalogue(want)
	if err != nil {
		return err
	}
	t := w.fresh(name, c)
	if e, ok := w.byName[name]; ok {
		e.Value.(*entry).tester = t
		return nil
	}
	w.byName[name] = w.recent.PushFront(&entry{name, t})
	return nil
}

// catalogue shares the catalogues of all seeds that some world uses.
func (w *worlds) catalogue(seed uint64) (*world.Catalogue, error) {
	if c, ok := w.shared[seed]; ok {
		return c, nil
	}
	c, err := world.NewCatalogue(seed)
	if err != nil {
		return nil, err
	}
	used := map[uint64]bool{w.options.Seed: true}
	for e := w.recent.Front(); e != nil; e = e.Next() {
		used[e.Value.(*entry).tester.world.Catalogue.Seed] = true
	}
	for s := range w.shared {
		if !used[s] {
			delete(w.shared, s)
		}
	}
	w.shared[seed] = c
	return c, nil
}

// version gives the catalogue whose seed is written in v; the casino's own where there is none.
func (w *worlds) version(v string) *world.Catalogue {
	w.mu.Lock()
	defer w.mu.Unlock()
	if seed, err := strconv.ParseUint(v, 10, 64); err == nil {
		if c, ok := w.shared[seed]; ok {
			return c
		}
	}
	return w.shared[w.options.Seed]
}

func (w *worlds) fresh(name string, c *world.Catalogue) *tester {
	return &tester{
		world:  world.New(c, name, w.options.Clock, decide),
		active: scenario.NewActive(c.Seed),
		log:    &callLog{},
	}
}
