package config

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"croupier/bff"
)

// Live is the current configuration. Reads are atomic. A reload replaces the whole configuration or
// nothing.
type Live struct {
	source  Source
	log     *slog.Logger
	clock   func() time.Time
	started Server // server file at start
	current atomic.Pointer[Config]

	mu          sync.Mutex // serializes reloads; guards the fields below
	seen        []reading  // of the last read, valid or not
	waiting     *Config    // newer files that are valid only with other overlays; nil: none
	guards      []func(*Config) error
	subscribers map[int]func(*Config)
	next        int
	stats       ReloadStats
}

// ReloadStats count configuration reloads.
type ReloadStats struct {
	Applied int       // since the start
	Refused int       // since the start
	Broken  bool      // the configuration on disk is invalid, the previous one applies
	At      time.Time // time of the last applied configuration
}

// OpenLive loads the source for the first time. An invalid configuration is a Faults error.
func OpenLive(source Source, log *slog.Logger, clock func() time.Time) (*Live, error) {
	c, seen, err := source.read()
	if err = source.checkStart(c, err); err != nil {
		return nil, err
	}
	l := &Live{
		source: source, log: log, clock: clock, started: c.Server, seen: seen,
		subscribers: map[int]func(*Config){}, stats: ReloadStats{At: clock()},
	}
	l.current.Store(c)
	return l, nil
}

// Config returns the current configuration.
func (l *Live) Config() *Config { return l.current.Load() }

// Brand returns the brand of a host, see Config.Brand.
func (l *Live) Brand(host string) (*bff.Brand, bool) { return l.Config().Brand(host) }

// Brands returns the current brands, sorted by folder name.
func (l *Live) Brands() []*bff.Brand { return l.Config().Brands }

// BrandIDs returns the ids of the current brands.
func (l *Live) BrandIDs() []string { return l.Config().BrandIDs() }

// ByID returns the brand with an id.
func (l *Live) ByID(id string) (*bff.Brand, bool) { return l.Config().ByID(id) }

// Stats returns the reload counters.
func (l *Live) Stats() ReloadStats {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.stats
}

// Guard registers fn to check every configuration before it is applied. An error rejects the
// configuration. fn must not change state.
func (l *Live) Guard(fn func(next *Config) error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.guards = append(l.guards, fn)
}

// Subscribe registers fn to be called after every applied configuration, in order of subscription,
// until cancel. fn must neither reload nor subscribe.
func (l *Live) Subscribe(fn func(*Config)) (cancel func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	id := l.next
	l.next++
	l.subscribers[id] = fn
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.subscribers, id)
	}
}

// pollInterval is the time between two polls, so that a saved change is applied within a second.
const pollInterval = 250 * time.Millisecond

// Watch applies saved changes until ctx ends. It waits until two polls agree, so that files saved
// together are read together. It polls because network shares send no file events. An embedded
// source never changes.
func (l *Live) Watch(ctx context.Context) {
	if l.source.Files != nil {
		<-ctx.Done()
		return
	}
	var before []reading
	for ticks := time.Tick(pollInterval); ; {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
		now, changed := l.poll()
		if changed && same(now, before) {
			_ = l.Reload() // logs its errors
		}
		before = now
	}
}

// poll reads the source again and reports whether it has changed.
func (l *Live) poll() (now []reading, changed bool) {
	l.mu.Lock()
	seen := l.seen
	l.mu.Unlock()
	now = l.source.readAgain(seen) // without the lock, because a network share may hang
	l.mu.Lock()
	defer l.mu.Unlock()
	if changed = !same(now, l.seen); !changed {
		l.seen = now // files that were new before need not be opened again
	}
	return now, changed
}

// Reload reads the source and applies it if it is valid and has changed. It logs its errors.
func (l *Live) Reload() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if same(l.source.readAgain(l.seen), l.seen) {
		return nil // or refused before
	}
	c, seen, err := l.source.readStable(l.seen)
	isKnown := same(seen, l.seen)
	l.seen = seen
	if isKnown {
		return nil
	}
	next := c
	l.waiting = nil
	if err == nil {
		var faults Faults
		if next, faults = c.withOverlays(l.Config().overlays, l.Config()); len(faults) > 0 {
			l.waiting, err = c, faults
		} else {
			err = l.guard(next)
		}
	}
	if err != nil {
		l.stats.Refused++
		l.stats.Broken = true
		l.logRefusal(err)
		return err
	}
	l.stats.Applied++
	l.stats.Broken, l.stats.At = false, l.clock()
	l.apply(next)
	l.log.Info("configuration applied", "brands", len(c.Brands))
	if fields := l.started.restarts(&c.Server); len(fields) > 0 {
		l.log.Warn("some changed settings require a restart", "fields", fields)
	}
	return nil
}

// guard returns the error of the first guard that rejects a configuration.
func (l *Live) guard(next *Config) error {
	for _, guard := range l.guards {
		if err := guard(next); err != nil {
			return err
		}
	}
	return nil
}

// apply makes next the current configuration.
func (l *Live) apply(next *Config) {
	l.current.Store(next)
	for _, id := range slices.Sorted(maps.Keys(l.subscribers)) {
		l.subscribers[id](next)
	}
}

// logRefusal logs each fault as a separate record.
func (l *Live) logRefusal(err error) {
	var faults Faults
	if !errors.As(err, &faults) {
		l.log.Error("configuration rejected, Croupier continues with the previous one", "error", err)
		return
	}
	for _, f := range faults {
		l.log.Error("configuration rejected, Croupier continues with the previous one",
			"file", f.File, "line", f.Line, "column", f.Column,
			"field", f.Field, "problem", f.Problem, "allowed", f.Allowed, "editor", f.Editor)
	}
}

// followed are the fields of the server file that a reload applies.
var followed = []string{"brands", "studio", "log", "drain", "retention", "events", "staff", "upstreams"}

// restarts lists the changed fields that require a restart.
func (s *Server) restarts(next *Server) []string {
	var out []string
	was := *s
	was.Redis.TLS.Cert, was.Redis.TLS.Key = next.Redis.TLS.Cert, next.Redis.TLS.Key // a reload applies them
	before, after := reflect.ValueOf(was), reflect.ValueOf(next).Elem()
	for i := range before.NumField() {
		name := before.Type().Field(i).Tag.Get("json")
		old, now := before.Field(i).Interface(), after.Field(i).Interface()
		if !slices.Contains(followed, name) && !reflect.DeepEqual(old, now) {
			out = append(out, name)
		}
	}
	for name, up := range next.Upstreams {
		old, ok := s.Upstreams[name]
		if up.Adapter == "mock" && ok &&
			(up.Seed != old.Seed || up.Control != old.Control || up.Scenario != old.Scenario) {
			out = append(out, "upstreams."+name)
		}
	}
	slices.Sort(out)
	return out
}
