package cache

import (
	"strings"
	"time"
)

// A purge of the shared tier deletes nothing. It begins a new generation of its scope. A shared
// value is valid if no scope of its call has had a newer generation since the request for the
// value. An instance learns generations from purge messages, from lookups, and by periodic
// requests.

// generations are the newest generations that this instance knows. Cache.mu guards them.
type generations struct {
	latest map[string]uint64 // by scope; a scope that was never purged has none
	last   uint64            // the highest of latest
	synced uint64            // the highest of the shared tier at the last complete read
	unsent map[string]bool   // scopes of purges that the shared tier has refused or lost
}

// scopes returns the scopes that a purge of an entry with these tags may have.
func (a purgeTags) scopes() []string {
	brand := a.partition.Brand()
	class, _, _ := strings.Cut(a.call, "/")
	return []string{
		scope("", ""), scope(brand, ""), scope("", class), scope(brand, class), scope("", a.call), scope(brand, a.call),
	}
}

// scope returns the name of a scope. An empty brand or call means all.
func scope(brand, call string) string { return brand + "/" + call }

// scope returns the scope of a purge. ok is false for a tester, because the shared tier has no
// entries of testers.
func (n purgeMessage) scope() (name string, ok bool) {
	if n.Partition == "" {
		return scope(n.Brand, n.Call), true
	}
	return scope(n.Partition.Brand(), ""), n.Partition.IsWhole()
}

// purgeOf returns the purge of a scope that began a generation.
func purgeOf(name string, generation uint64) purgeMessage {
	brand, call, _ := strings.Cut(name, "/")
	return purgeMessage{Brand: brand, Call: call, Generation: generation}
}

// of returns the newest generation of each scope, and the highest of them.
func (g *generations) of(scopes []string) (each []uint64, highest uint64) {
	for _, name := range scopes {
		each = append(each, g.latest[name])
		highest = max(highest, g.latest[name])
	}
	return each, highest
}

// learn records a generation and reports whether it is new to this instance.
func (g *generations) learn(name string, generation uint64) bool {
	if generation <= g.latest[name] {
		return false
	}
	g.latest[name], g.last = generation, max(g.last, generation)
	return true
}

// forgettable reports whether the shared tier may have forgotten a generation, because no value is
// older. Generations are times in Unix microseconds, or slightly more.
func forgettable(generation uint64, now time.Time) bool {
	return generation <= uint64(max(0, now.Add(-maxSharedTTL).UnixMicro()))
}
