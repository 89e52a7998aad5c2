package mock

import (
	"cmp"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"croupier/bff/mock/games"
	"croupier/bff/mock/scenario"
	"croupier/bff/mock/world"
)

// Bounds of all worlds. The one used least recently is evicted first, the default world never.
const (
	maxWorlds      = 64
	maxWorldBytes  = 96 << 20 // estimated, with the catalogues of other seeds
	catalogueBytes = 8 << 20  // estimated, of one seed
	usesPerWeigh   = 256      // uses of a world between two estimates of the size of all
	maxEvicted     = 64       // evictions that are remembered
)

// DefaultWorld is the world of requests that name none.
const DefaultWorld = "main"

// WorldHeader names the world of a request. Without it the cookie does.
const WorldHeader = "X-Mock-World"

const worldCookie = "mock_world"

var worldName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

type sandbox struct {
	name    string
	world   *world.World
	active  *scenario.Active
	log     *callLog
	evicted *evicted // the earlier world of the name, if it was evicted

	// Use of the world, guarded by worlds.mu.
	created, used time.Time
	uses          int
}

func (s *sandbox) clock() time.Time { return s.world.Now().In(world.Zone) }

func (s *sandbox) locked(f func() error) error {
	s.world.Lock()
	defer s.world.Unlock()
	return f()
}

func (s *sandbox) size() int {
	s.world.Lock()
	defer s.world.Unlock()
	_, bytes := s.log.size()
	return s.world.Size() + bytes
}

type worlds struct {
	options    Options
	creating   singleflight.Group
	mu         sync.Mutex
	catalogues map[uint64]*world.Catalogue // by seed; the catalogue of the default seed always stays
	byUse      []*sandbox                  // the last used last
	gone       []evicted
}

type evicted struct {
	World string    `json:"world"`
	At    time.Time `json:"at"`
	Why   string    `json:"why"`
}

const goneDeleted = "it was ended" // a reason for a removal, shown on the mock's page

func newWorlds(o Options, c *world.Catalogue) *worlds {
	return &worlds{options: o, catalogues: map[uint64]*world.Catalogue{c.Seed: c}}
}

// worldOf returns the world that a request names: by header, by cookie, or the default.
func worldOf(r *http.Request) (string, error) {
	name := r.Header.Get(WorldHeader)
	if c, err := r.Cookie(worldCookie); err == nil {
		name = cmp.Or(name, c.Value)
	}
	name = cmp.Or(name, DefaultWorld)
	if !worldName.MatchString(name) {
		return "", invalid(WorldHeader, "want 1 to 64 letters, digits, _ or -, not %q", name)
	}
	return name, nil
}

// TestersWorld returns the world that a request names, or "" for the default one and an invalid
// name.
func TestersWorld(r *http.Request) string {
	if name, err := worldOf(r); err == nil && name != DefaultWorld {
		return name
	}
	return ""
}

// get returns or creates the sandbox of a name. It blocks no other worlds: creating histories takes
// time.
func (w *worlds) get(name string) *sandbox {
	for {
		if s, ok := w.find(name); ok {
			return s
		}
		_, _, _ = w.creating.Do(name, func() (any, error) {
			s := w.fresh(name, w.version(""))
			w.mu.Lock()
			defer w.mu.Unlock()
			if w.index(name) < 0 {
				w.put(s)
			}
			return nil, nil //nolint:nilnil // callers find the sandbox by its name
		})
	}
}

// Now returns the time of a world, "" for DefaultWorld. A world that nobody has used yet has the
// casino's clock.
func (c *Casino) Now(name string) time.Time {
	if s, ok := c.worlds.find(cmp.Or(name, DefaultWorld)); ok {
		return s.world.Now()
	}
	return c.options.Clock()
}

// Conditions returns the simulated conditions of a player's limits, by the account and by active
// scenarios.
func (c *Casino) Conditions(name, brand, uid string) (out []string) {
	s, ok := c.worlds.find(cmp.Or(name, DefaultWorld))
	if !ok {
		return nil
	}
	s.world.Lock()
	defer s.world.Unlock()
	if of := s.world.Condition(uid); of != "" {
		out = append(out, of)
	}
	for _, on := range s.active.Switches() {
		if on.Brand == "" || on.Brand == brand {
			out = append(out, on.Name)
		}
	}
	return out
}

// index returns the place of a name in byUse, or -1. The worlds are locked.
func (w *worlds) index(name string) int {
	return slices.IndexFunc(w.byUse, func(s *sandbox) bool { return s.name == name })
}

// find returns the sandbox of a name if it is in memory.
func (w *worlds) find(name string) (*sandbox, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	i := w.index(name)
	if i < 0 {
		return nil, false
	}
	s := w.byUse[i]
	w.byUse = append(slices.Delete(w.byUse, i, i+1), s)
	s.used = w.options.Clock()
	if s.uses++; s.uses%usesPerWeigh == 0 {
		w.evict()
	}
	return s, true
}

// put adds a sandbox and replaces the sandbox with the same name. The worlds are locked.
func (w *worlds) put(s *sandbox) {
	for _, e := range w.gone {
		if e.World == s.name && e.Why != goneDeleted {
			s.evicted = &e
		}
	}
	s.created = w.options.Clock()
	s.used = s.created
	w.byUse = slices.DeleteFunc(w.byUse, func(old *sandbox) bool { return old.name == s.name })
	w.byUse = append(w.byUse, s)
	w.evict()
}

// evict removes worlds beyond the bounds, except the last used one and the default. The worlds are
// locked.
func (w *worlds) evict() {
	for _, s := range slices.Clone(w.byUse[:max(0, len(w.byUse)-1)]) {
		why := "the worlds took more memory than they may, and it was used longest ago"
		if len(w.byUse) > maxWorlds {
			why = "there were more worlds than are kept, and it was used longest ago"
		} else if w.bytes() <= maxWorldBytes {
			return
		}
		if s.name != DefaultWorld {
			w.remove(s.name, why)
		}
	}
}

// bytes estimates the size of all worlds and of the catalogues that only they use.
func (w *worlds) bytes() (sum int) {
	for _, s := range w.byUse {
		sum += s.size()
	}
	return sum + catalogueBytes*(len(w.catalogues)-1)
}

// list copies the sandboxes, the last used first, and the evictions, the last first.
func (w *worlds) list() (out []sandbox, gone []evicted) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, s := range slices.Backward(w.byUse) {
		out = append(out, *s)
	}
	return out, append([]evicted{}, w.gone...)
}

func (w *worlds) remove(name, why string) {
	w.byUse = slices.DeleteFunc(w.byUse, func(s *sandbox) bool { return s.name == name })
	w.gone = slices.DeleteFunc(w.gone, func(e evicted) bool { return e.World == name })
	w.gone = slices.Insert(w.gone, 0, evicted{World: name, At: w.options.Clock(), Why: why})
	w.gone = w.gone[:min(len(w.gone), maxEvicted)]
	w.prune()
}

func (w *worlds) end(name string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.index(name) < 0 {
		return false
	}
	w.remove(name, goneDeleted)
	return true
}

// reset replaces a world by a fresh one, with another seed if one is given.
func (w *worlds) reset(name string, seed *uint64) {
	if seed == nil {
		seed = &w.options.Seed
	}
	_ = w.replace(*seed, func(c *world.Catalogue) (*sandbox, error) { return w.fresh(name, c), nil })
}

// replace puts what build returns for the catalogue of a seed in place of its name. If build fails,
// nothing changes.
func (w *worlds) replace(seed uint64, build func(*world.Catalogue) (*sandbox, error)) error {
	c := w.version(strconv.FormatUint(seed, 10))
	if c.Seed != seed {
		c = world.NewCatalogue(seed)
	}
	s, err := build(c)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.catalogues[seed] = c
	w.put(s)
	w.prune()
	return nil
}

// prune removes the catalogues of seeds that no world uses. The worlds are locked.
func (w *worlds) prune() {
	used := map[uint64]bool{w.options.Seed: true}
	for _, s := range w.byUse {
		used[s.world.Catalogue.Seed] = true
	}
	maps.DeleteFunc(w.catalogues, func(seed uint64, _ *world.Catalogue) bool { return !used[seed] })
}

// version returns the catalogue of the seed in v, or of the default seed.
func (w *worlds) version(v string) *world.Catalogue {
	w.mu.Lock()
	defer w.mu.Unlock()
	seed, err := strconv.ParseUint(v, 10, 64)
	if c := w.catalogues[seed]; err == nil && c != nil {
		return c
	}
	return w.catalogues[w.options.Seed]
}

func (w *worlds) fresh(name string, c *world.Catalogue) *sandbox {
	active := scenario.NewActive(c.Seed)
	active.Set(scenario.Switch{Name: cmp.Or(w.options.Scenario, scenario.Happy), Since: w.options.Clock()})
	return &sandbox{
		name: name, world: world.New(c, name, w.options.Clock, games.Settle), active: active, log: &callLog{},
	}
}
