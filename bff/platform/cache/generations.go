package cache

import (
	"maps"
	"strings"
	"sync"
	"time"
)

// A purge of the shared tier deletes nothing. It begins a new generation of what it covers, its scope,
// and a shared value is valid only if no scope of its call has had a newer one since the value was
// asked for. Generations are numbers of the shared tier, each higher than all before. An instance
// learns them from purge messages, with every lookup in the shared tier, and by asking periodically.
// Invalid values expire, or are replaced by the next answer to the same call.

// generations are the newest generations that this instance knows of.
type generations struct {
	mu     sync.Mutex
	latest map[string]uint64       // by scope; a scope that was never purged has none
	last   uint64                  // the highest of latest
	synced uint64                  // the highest that the shared tier had when it was asked for all
	unsent map[string]purgeMessage // purges that the shared tier has not taken or has lost, by scope
}

func newGenerations() *generations {
	return &generations{latest: map[string]uint64{}, unsent: map[string]purgeMessage{}}
}

// scopes returns the scopes that a purge of an entry with these tags may have.
func (a purgeTags) scopes() []string {
	brand := a.partition.Brand()
	class, _, _ := strings.Cut(a.call, "/")
	return []string{
		scope("", ""), scope(brand, ""), scope("", class), scope(brand, class), scope("", a.call), scope(brand, a.call),
	}
}

// scope returns the name of a scope; an empty brand or call means all.
func scope(brand, call string) string { return brand + "/" + call }

// scope returns the scope of a purge; ok is false where the purge does not concern the shared tier, which has no
// entries of testers.
func (n purgeMessage) scope() (name string, ok bool) {
	if n.Partition == "" {
		return scope(n.Brand, n.Call), true
	}
	return scope(n.Partition.Brand(), ""), n.Partition.IsWhole()
}

// purgeOf returns the purge of a scope.
func purgeOf(name string) purgeMessage {
	brand, call, _ := strings.Cut(name, "/")
	return purgeMessage{Brand: brand, Call: call}
}

// of returns the newest generation of each scope, and the highest of them.
func (g *generations) of(scopes []string) (each []uint64, highest uint64) {
	each = make([]uint64, len(scopes))
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, name := range scopes {
		each[i] = g.latest[name]
		highest = max(highest, each[i])
	}
	return each, highest
}

// learn records a generation and reports whether it is new to this instance.
func (g *generations) learn(name string, generation uint64) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if generation <= g.latest[name] {
		return false
	}
	g.latest[name], g.last = generation, max(g.last, generation)
	return true
}

// highest returns the highest generation of any scope.
func (g *generations) highest() uint64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.last
}

// fail records that the shared tier has not taken a purge. Until it has, this instance alone considers
// older values invalid.
func (g *generations) fail(name string, n purgeMessage) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.unsent[name] = n
	g.last++
	g.latest[name] = g.last
}

// lost records that the shared tier does not know a purge that it has taken.
func (g *generations) lost(name string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, known := g.unsent[name]; !known {
		g.unsent[name] = purgeOf(name)
	}
}

// sent records that the shared tier has taken a purge.
func (g *generations) sent(name string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.unsent, name)
}

// failed returns the purges that the shared tier has not taken.
func (g *generations) failed() map[string]purgeMessage {
	g.mu.Lock()
	defer g.mu.Unlock()
	return maps.Clone(g.unsent)
}

// learnAll records all generations of the shared tier, and returns those that are new to this instance.
func (g *generations) learnAll(all map[string]uint64) (news map[string]uint64) {
	news = map[string]uint64{}
	for name, generation := range all {
		if g.learn(name, generation) {
			news[name] = generation
		}
		g.mu.Lock()
		g.synced = max(g.synced, generation)
		g.mu.Unlock()
	}
	return news
}

// since returns the highest generation that the shared tier had when it was asked for all. It may be
// lower than one that arrived in a message, before which others may have been missed.
func (g *generations) since() uint64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.synced
}

// forgettable reports whether no shared value is older than a generation, so that the shared tier may
// have forgotten it. Its generations are times in Unix microseconds, or slightly more.
func forgettable(generation uint64, now time.Time) bool {
	return generation <= uint64(max(0, now.Add(-maxSharedTTL).UnixMicro()))
}
