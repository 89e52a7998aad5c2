package maintenance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"croupier/bff"
)

// Store keeps notices by brand. Put and Delete return once the change is durable.
type Store interface {
	Put(ctx context.Context, key string, value []byte) error
	Delete(ctx context.Context, key string) error
	All(ctx context.Context) (map[string][]byte, error)
}

// Settings are what a Manager works with.
type Settings struct {
	Store Store
	Now   func() time.Time // default time.Now
	// Probe asks a brand's upstream whether its maintenance is over. It is called only
	// while maintenance is detected; nil leaves detected maintenance on until Clear.
	Probe func(ctx context.Context, brand string) (over bool)
}

// Manager is the bff.Maintenance of one instance.
type Manager struct {
	store Store
	now   func() time.Time
	probe func(ctx context.Context, brand string) bool

	changing sync.Mutex // one change at a time; readers never wait for it
	known    atomic.Pointer[known]
	held     map[string]bool // which notices held when last looked at; under changing
	watchers watchers
}

// known is all that is known at one moment. It is replaced, never changed.
type known struct {
	notices  map[string]*Notice
	detected map[string]time.Time // since when
}

var _ bff.Maintenance = (*Manager)(nil)

// New makes a Manager with the notices that the store holds.
func New(ctx context.Context, s Settings) (*Manager, error) {
	if s.Store == nil {
		return nil, errors.New("maintenance needs a store")
	}
	if s.Now == nil {
		s.Now = time.Now
	}
	records, err := s.Store.All(ctx)
	if err != nil {
		return nil, fmt.Errorf("maintenance: %w", err)
	}
	m := &Manager{store: s.Store, now: s.Now, probe: s.Probe, held: map[string]bool{}}
	k := &known{notices: map[string]*Notice{}}
	for brand, raw := range records {
		n := new(Notice)
		if err := json.Unmarshal(raw, n); err != nil {
			return nil, fmt.Errorf("maintenance of %s: %w", brand, err)
		}
		k.notices[brand] = n
		m.held[brand] = n.holds(m.now())
	}
	m.known.Store(k)
	return m, nil
}

// State resolves a brand's state for a call, or for the whole site where call is empty:
// the brand's own notice first, then the one for every brand, then what was detected.
func (m *Manager) State(brand, call string) bff.MaintenanceState {
	k := m.known.Load()
	if len(k.notices) == 0 && len(k.detected) == 0 {
		return bff.MaintenanceState{}
	}
	now := m.now()
	for _, key := range [2]string{brand, Everywhere} {
		if n := k.notices[key]; n != nil && n.covers(call) && n.holds(now) {
			return n.state()
		}
	}
	_, detected := k.detected[brand]
	return bff.MaintenanceState{On: detected}
}

// Set declares maintenance for a brand, or for all with Everywhere; it replaces what was
// declared before, and is in force once Set returns nil. A faulty notice fails with ErrOver
// or ErrBadCalls.
func (m *Manager) Set(ctx context.Context, brand string, n Notice) error {
	n.Since = m.now().UTC()
	if err := n.check(n.Since); err != nil {
		return err
	}
	raw, err := json.Marshal(&n)
	if err != nil {
		return fmt.Errorf("maintenance of %s: %w", brand, err)
	}
	// What State hands out must not change under its reader.
	n.Message = maps.Clone(n.Message)
	return m.change(brand, func(k *known) error {
		if err := m.store.Put(ctx, brand, raw); err != nil {
			return fmt.Errorf("maintenance of %s: %w", brand, err)
		}
		k.notices[brand] = &n
		return nil
	})
}

// Clear ends what was declared for a brand, or for all with Everywhere, and forgets what
// was detected. It is in force once Clear returns nil.
func (m *Manager) Clear(ctx context.Context, brand string) error {
	return m.change(brand, func(k *known) error {
		if err := m.store.Delete(ctx, brand); err != nil {
			return fmt.Errorf("maintenance of %s: %w", brand, err)
		}
		delete(k.notices, brand)
		if brand == Everywhere {
			clear(k.detected)
		}
		delete(k.detected, brand)
		return nil
	})
}

// Detected records that a brand's upstream said it is under maintenance.
func (m *Manager) Detected(brand string) {
	if _, ok := m.known.Load().detected[brand]; ok {
		return
	}
	_ = m.change(brand, func(k *known) error { // nothing in it can fail
		k.detected[brand] = m.now()
		return nil
	})
}

// over forgets that a brand's upstream was under maintenance.
func (m *Manager) over(brand string) {
	_ = m.change(brand, func(k *known) error { // nothing in it can fail
		delete(k.detected, brand)
		return nil
	})
}

// change applies f to a copy of what is known and puts that in its place, then tells the
// watchers. Nothing changes where f fails.
func (m *Manager) change(brand string, f func(*known) error) error {
	m.changing.Lock()
	defer m.changing.Unlock()
	was := m.known.Load()
	k := &known{notices: maps.Clone(was.notices), detected: maps.Clone(was.detected)}
	if k.detected == nil {
		k.detected = map[string]time.Time{}
	}
	if err := f(k); err != nil {
		return err
	}
	m.known.Store(k)
	n := k.notices[brand]
	m.held[brand] = n != nil && n.holds(m.now())
	m.watchers.tell(brand)
	return nil
}
