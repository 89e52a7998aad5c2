package maintenance

import (
	"bytes"
	"context"
	"maps"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/store/embedded"
	"croupier/bff/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// testStore is a record store in memory with injectable failures.
type testStore struct {
	mu     sync.Mutex
	values map[string][]byte
	fail   error

	readOnly error  // of Swap
	before   func() // called by Swap; nil for none
}

// set replaces a value, or deletes it if there is none.
func (s *testStore) set(key string, value []byte) {
	if delete(s.values, key); value != nil {
		s.values[key] = value
	}
}

func (s *testStore) Put(_ context.Context, key string, value []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail == nil {
		s.set(key, value)
	}
	return s.fail
}

func (s *testStore) Delete(ctx context.Context, key string) error { return s.Put(ctx, key, nil) }

func (s *testStore) Swap(_ context.Context, key string, old, value []byte) (bool, error) {
	if s.before != nil {
		s.before()
	}
	if s.readOnly != nil {
		return false, s.readOnly
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now, ok := s.values[key]
	if s.fail != nil || ok != (old != nil) || !bytes.Equal(now, old) {
		return false, s.fail
	}
	s.set(key, value)
	return true, nil
}

func (s *testStore) All(context.Context) (map[string][]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.values), s.fail
}

// noon is the start time of the tests.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func must(t *testing.T, err error) {
	t.Helper()
	require.NoError(t, err)
}

type fixture struct {
	*Manager
	testStore *testStore
	mu        sync.Mutex
	at        time.Time
	told      []string
}

func (f *fixture) advance(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at = f.at.Add(d)
}

func (f *fixture) now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.at
}

func newFixture(t *testing.T, probe func(context.Context, string) ProbeResult) *fixture {
	t.Helper()
	f := &fixture{testStore: &testStore{values: map[string][]byte{}}, at: noon}
	f.open(t, probe)
	return f
}

// open recreates the manager from the store.
func (f *fixture) open(t *testing.T, probe func(context.Context, string) ProbeResult) {
	t.Helper()
	m, err := New(t.Context(), Settings{Store: f.testStore, Now: f.now, Probe: probe})
	must(t, err)
	f.Manager = m
	m.Subscribe(func(brand string) { f.told = append(f.told, brand) })
}

// notice and window are short names for the tests.
type (
	notice = bff.MaintenanceNotice
	window = bff.MaintenanceWindow
)

// set turns the switch of a brand on.
func (f *fixture) set(t *testing.T, brand string, n notice) {
	t.Helper()
	must(t, f.SetSwitch(t.Context(), brand, n))
}

// clear turns the switch of a brand, or of some calls, off.
func (f *fixture) clear(t *testing.T, brand string, calls ...string) {
	t.Helper()
	must(t, f.ClearSwitch(t.Context(), brand, calls))
}

// assertOn checks whether a brand and a call are under maintenance.
func (f *fixture) assertOn(t *testing.T, name, brand, call string, want bool) {
	t.Helper()
	assert.Equal(t, want, f.State(brand, call).On, "%s: %s %q under maintenance", name, brand, call)
}

// end ends a window.
func (f *fixture) end(t *testing.T, brand, id string) {
	t.Helper()
	_, err := f.EndWindow(t.Context(), brand, id, "destek")
	must(t, err)
}

// schedule makes a window.
func (f *fixture) schedule(t *testing.T, brand string, w window) window {
	t.Helper()
	w, err := f.AddWindow(t.Context(), brand, w)
	must(t, err)
	return w
}

// testBus is a bus that can be cut.
type testBus struct {
	embedded.Bus
	cut error
}

func (b *testBus) Publish(ctx context.Context, topic bff.Topic, payload []byte) error {
	if b.cut != nil {
		return b.cut
	}
	return b.Bus.Publish(ctx, topic, payload)
}

// instance is a running manager with its notifications.
type instance struct {
	*Manager
	told  chan string
	ticks chan time.Time
}

// instances returns n managers with one store and one bus, for use within synctest.
func instances(t *testing.T, n int, bus *testBus) (f *fixture, all []*instance) {
	t.Helper()
	f = newFixture(t, nil)
	for range n {
		m, err := New(t.Context(), Settings{Store: f.testStore, Bus: bus, Now: f.now})
		must(t, err)
		i := &instance{Manager: m, told: make(chan string, 16), ticks: make(chan time.Time)}
		m.Subscribe(func(brand string) { i.told <- brand })
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan struct{})
		go func() { defer close(done); m.Run(ctx, i.ticks) }()
		t.Cleanup(func() { cancel(); <-done })
		synctest.Wait() // it has subscribed by now
		all = append(all, i)
	}
	return f, all
}
