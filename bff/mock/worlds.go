package mock

import (
	"container/list"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"time"

	"croupier/bff/mock/freeze"
	"croupier/bff/mock/scenario"
	"croupier/bff/mock/world"
)

// Bounds of all worlds together. The one used longest ago goes first, the default never.
const (
	maxWorlds      = 64
	maxWorldBytes  = 96 << 20 // estimated, the catalogues of other seeds among them
	weighEvery     = 256      // uses of a world between two estimates
	forgottenWorld = 64       // how many of those that went are told
)

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
	before *forgotten // the world that had the name before and was forgotten, where one was
}

// worlds keeps the testers by name.
type worlds struct {
	options Options
	mu      sync.Mutex
	shared  map[uint64]*catalogue // by seed; a reset may ask for another
	byName  map[string]*list.Element
	recent  *list.List // of *entry, the newest use first
	gone    []forgotten
	making  map[string]chan struct{} // by name; closed once the world is there
}

// catalogue is what the worlds of one seed share.
type catalogue struct {
	*world.Catalogue
	bytes int
}

// entry is one world in use.
type entry struct {
	name    string
	tester  *tester
	created time.Time
	used    time.Time
	uses    int
	bytes   int // as weighed last
}

// forgotten is a world that is no more.
type forgotten struct {
	World string    `json:"world"`
	At    time.Time `json:"at"`
	Why   string    `json:"why"`
}

// Why a world went.
const (
	goneNumber  = "there were more worlds than are kept, and it was used longest ago"
	goneMemory  = "the worlds took more memory than they may, and it was used longest ago"
	goneDeleted = "it was ended"
)

func newWorlds(o Options, c *world.Catalogue) *worlds {
	return &worlds{
		options: o,
		shared:  map[uint64]*catalogue{c.Seed: {Catalogue: c}}, // there always; not counted
		byName:  map[string]*list.Element{},
		recent:  list.New(),
		making:  map[string]chan struct{}{},
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
	t, heavy := w.asked(name)
	if heavy {
		w.weigh(t, name)
	}
	return t
}

func (w *worlds) asked(name string) (*tester, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	e, ok := w.byName[name]
	for ; !ok; e, ok = w.byName[name] {
		w.make(name)
	}
	return w.use(e)
}

// make has a world made, or waits for who is at it already. The lock is held by the caller
// and given up meanwhile: the players' pasts take their time, and other worlds go on.
func (w *worlds) make(name string) {
	if done, ok := w.making[name]; ok {
		w.mu.Unlock()
		<-done
		w.mu.Lock()
		return
	}
	done := make(chan struct{})
	w.making[name] = done
	c := w.shared[w.options.Seed].Catalogue
	w.mu.Unlock()
	var t *tester
	defer func() {
		w.mu.Lock()
		delete(w.making, name)
		close(done)
		if _, ok := w.byName[name]; !ok && t != nil {
			w.put(name, t)
		}
	}()
	t = w.fresh(name, c)
}

// find gives the tester of a name that is in use.
func (w *worlds) find(name string) (*tester, bool) {
	w.mu.Lock()
	e, ok := w.byName[name]
	if !ok {
		w.mu.Unlock()
		return nil, false
	}
	t, heavy := w.use(e)
	w.mu.Unlock()
	if heavy {
		w.weigh(t, name)
	}
	return t, true
}

// use marks a use, and tells whether the world is to be weighed.
func (w *worlds) use(e *list.Element) (*tester, bool) {
	w.recent.MoveToFront(e)
	in := e.Value.(*entry)
	in.used = w.options.Clock()
	in.uses++
	return in.tester, in.uses%weighEvery == 1
}

// put makes t the world of a name, in place of the one that has it.
func (w *worlds) put(name string, t *tester) {
	now := w.options.Clock()
	in := &entry{name: name, tester: t, created: now, used: now}
	if e, ok := w.byName[name]; ok {
		t.before = e.Value.(*entry).tester.before
		e.Value = in
		w.recent.MoveToFront(e)
		return
	}
	if i := slices.IndexFunc(w.gone, func(f forgotten) bool { return f.World == name && f.Why != goneDeleted }); i >= 0 {
		before := w.gone[i]
		t.before = &before
	}
	w.byName[name] = w.recent.PushFront(in)
	w.bound()
}

// weigh estimates what a world takes, and makes room where all take too much. Measuring
// looks at everything in it, so nobody else waits for that.
func (w *worlds) weigh(t *tester, name string) {
	bytes := t.world.Size() + t.log.size()
	w.mu.Lock()
	defer w.mu.Unlock()
	if e, ok := w.byName[name]; ok && e.Value.(*entry).tester == t {
		e.Value.(*entry).bytes = bytes
		w.bound()
	}
}

// bound forgets worlds beyond the bounds; the newest one in use and the default stay.
func (w *worlds) bound() {
	for e := w.recent.Back(); e != nil && e != w.recent.Front(); {
		why := goneMemory
		if len(w.byName) > maxWorlds {
			why = goneNumber
		} else if w.taken() <= maxWorldBytes {
			return
		}
		last := e
		e = e.Prev()
		if last.Value.(*entry).name != DefaultWorld {
			w.forget(last, why)
		}
	}
}

// taken is what all worlds take, as weighed last, with the catalogues that only they use.
func (w *worlds) taken() int {
	sum := 0
	for e := w.recent.Front(); e != nil; e = e.Next() {
		sum += e.Value.(*entry).bytes
	}
	for _, c := range w.shared {
		sum += c.bytes
	}
	return sum
}

func (w *worlds) forget(e *list.Element, why string) {
	name := e.Value.(*entry).name
	w.recent.Remove(e)
	delete(w.byName, name)
	w.gone = slices.DeleteFunc(w.gone, func(f forgotten) bool { return f.World == name })
	w.gone = slices.Insert(w.gone, 0, forgotten{World: name, At: w.options.Clock(), Why: why})
	w.gone = w.gone[:min(len(w.gone), forgottenWorld)]
	w.prune()
}

// end forgets a world because somebody said so; false where there is none of that name.
func (w *worlds) end(name string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	e, ok := w.byName[name]
	if ok {
		w.forget(e, goneDeleted)
	}
	return ok
}

// reset starts a world anew, with another seed where one is given.
func (w *worlds) reset(name string, seed *uint64) error {
	want := w.options.Seed
	if seed != nil {
		want = *seed
	}
	return w.replace(name, want, func(c *world.Catalogue) (*tester, error) { return w.fresh(name, c), nil })
}

// replace puts what build makes of a seed's catalogue in place of the world of a name. Where
// build fails nothing has changed.
func (w *worlds) replace(name string, seed uint64, build func(*world.Catalogue) (*tester, error)) error {
	w.mu.Lock()
	c, ok := w.shared[seed]
	w.mu.Unlock()
	if !ok {
		made, err := world.NewCatalogue(seed)
		if err != nil {
			return err
		}
		c = &catalogue{Catalogue: made, bytes: freeze.New(nil).Size(made)}
	}
	t, err := build(c.Catalogue)
	if err != nil {
		return err
	}
	w.mu.Lock()
	if _, ok := w.shared[seed]; !ok {
		w.shared[seed] = c
	}
	w.put(name, t)
	w.prune()
	w.mu.Unlock()
	w.weigh(t, name)
	return nil
}

// prune drops the catalogues of seeds that no world uses.
func (w *worlds) prune() {
	used := map[uint64]bool{w.options.Seed: true}
	for e := w.recent.Front(); e != nil; e = e.Next() {
		used[e.Value.(*entry).tester.world.Catalogue.Seed] = true
	}
	for s := range w.shared {
		if !used[s] {
			delete(w.shared, s)
		}
	}
}

// version gives the catalogue whose seed is written in v; the casino's own where there is none.
func (w *worlds) version(v string) *world.Catalogue {
	w.mu.Lock()
	defer w.mu.Unlock()
	if seed, err := strconv.ParseUint(v, 10, 64); err == nil {
		if c, ok := w.shared[seed]; ok {
			return c.Catalogue
		}
	}
	return w.shared[w.options.Seed].Catalogue
}

func (w *worlds) fresh(name string, c *world.Catalogue) *tester {
	return &tester{
		world:  world.New(c, name, w.options.Clock, decide),
		active: scenario.NewActive(c.Seed),
		log:    &callLog{},
	}
}
