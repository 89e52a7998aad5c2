package config

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fsnotify/fsnotify"

	"croupier/bff"
)

// Live is the configuration in force. Reading it costs a pointer; a reload puts a whole
// new one in its place, or leaves it as it is.
type Live struct {
	source  Source
	log     *slog.Logger
	clock   func() time.Time
	notices func() (*fsnotify.Watcher, error) // of what is saved
	started Server                            // what the process was started with
	current atomic.Pointer[Config]

	mu          sync.Mutex // one reload at a time; guards what follows
	seen        string     // digest of what was last read, good or bad
	guards      []func(*Config) error
	subscribers map[int]func(*Config)
	next        int
	stats       ReloadStats
}

// ReloadStats tell what became of saved configurations.
type ReloadStats struct {
	Applied int       // since the start
	Refused int       // since the start
	Broken  bool      // what lies on disk is not what is in force
	At      time.Time // when the configuration in force was applied
}

// OpenLive loads the source for the first time. The error is Faults where it is wrong.
func OpenLive(source Source, log *slog.Logger, clock func() time.Time) (*Live, error) {
	c, seen, err := source.read()
	if err != nil {
		return nil, err
	}
	l := &Live{
		source: source, log: log, clock: clock, notices: fsnotify.NewWatcher, started: c.Server, seen: seen.digest,
		subscribers: map[int]func(*Config){}, stats: ReloadStats{At: clock()},
	}
	l.current.Store(c)
	return l, nil
}

// Config is the whole configuration in force.
func (l *Live) Config() *Config { return l.current.Load() }

// Brand gives the brand of a host; see Config.Brand.
func (l *Live) Brand(host string) (*bff.Brand, bool) { return l.Config().Brand(host) }

// Brands are the brands in force, by folder name.
func (l *Live) Brands() []*bff.Brand { return l.Config().Brands }

// ByID gives the brand of that id.
func (l *Live) ByID(id string) (*bff.Brand, bool) { return l.Config().ByID(id) }

// Server is the server file in force.
func (l *Live) Server() Server { return l.Config().Server }

// Stats tell what became of saved configurations.
func (l *Live) Stats() ReloadStats {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.stats
}

// Guard has fn asked about every configuration before it is applied: an error refuses it.
// What fn prepares must not harm the configuration in force.
func (l *Live) Guard(fn func(next *Config) error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.guards = append(l.guards, fn)
}

// Subscribe has fn called with every configuration once it is in force, in the order of
// subscription, until cancel is called. fn must neither reload nor subscribe.
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

// Reload reads the source anew and applies it where it is whole and has changed. Its error
// has been logged.
func (l *Live) Reload() error {
	_, err := l.reload()
	return err
}

// reload also tells which folders it has looked at.
func (l *Live) reload() ([]string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c, seen, err := l.source.settled(l.seen)
	if seen.digest == l.seen {
		return seen.folders, nil // nothing was saved, or what was refused before
	}
	l.seen = seen.digest
	if err == nil {
		err = l.ask(c)
	}
	if err != nil {
		l.stats.Refused++
		l.stats.Broken = true
		l.refused(err)
		return seen.folders, err
	}
	l.current.Store(c)
	l.stats.Applied++
	l.stats.Broken, l.stats.At = false, l.clock()
	for _, id := range slices.Sorted(maps.Keys(l.subscribers)) {
		l.subscribers[id](c)
	}
	l.log.Info("configuration applied", "brands", len(c.Brands))
	if fields := l.started.restarts(&c.Server); len(fields) > 0 {
		l.log.Warn("a restart is needed before these fields change anything", "fields", fields)
	}
	return seen.folders, nil
}

func (l *Live) ask(c *Config) error {
	for _, fn := range l.guards {
		if err := fn(c); err != nil {
			return err
		}
	}
	return nil
}

// refused logs each fault in a line of its own.
func (l *Live) refused(err error) {
	var faults Faults
	if !errors.As(err, &faults) {
		l.log.Error("configuration refused, the old one goes on", "error", err)
		return
	}
	for _, f := range faults {
		l.log.Error("configuration refused, the old one goes on",
			"file", f.File, "line", f.Line, "field", f.Field, "problem", f.Problem, "allowed", f.Allowed)
	}
}

// restarts names the fields of next that differ and cannot change while the process runs.
func (s *Server) restarts(next *Server) []string {
	var out []string
	for _, f := range []struct {
		name    string
		changed bool
	}{
		{"profile", s.Profile != next.Profile},
		{"listen", s.Listen != next.Listen},
		{"admin_listen", s.AdminListen != next.AdminListen},
		{"data_dir", s.DataDir != next.DataDir},
		{"keys_file", s.KeysFile != next.KeysFile},
		{"trusted_proxies", !slices.Equal(s.TrustedProxies, next.TrustedProxies)},
		{"country_header", s.CountryHeader != next.CountryHeader},
		{"redis", s.Redis != next.Redis},
		{"session", s.Session != next.Session},
		{"telemetry", s.Telemetry != next.Telemetry},
	} {
		if f.changed {
			out = append(out, f.name)
		}
	}
	for name, up := range next.Upstreams {
		if old, ok := s.Upstreams[name]; up.Adapter == "mock" && ok && (up.Seed != old.Seed || up.Control != old.Control) {
			out = append(out, fmt.Sprintf("upstreams.%s", name))
		}
	}
	slices.Sort(out)
	return out
}
