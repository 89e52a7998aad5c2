// Package money keeps the journal of money calls (calls.md §5).
package money

import (
	"container/list"
	"context"
	"sync"
	"time"

	"croupier/bff"
)

// Kept is how long a key is remembered (calls.md §5).
const Kept = 24 * time.Hour

// Options are the settings of NewMemory.
type Options struct {
	MostKeys  int              // keys remembered at a time, default 100,000
	MostBytes int              // of their answers together, default 64 MiB
	Clock     func() time.Time // default time.Now
}

// Memory is a bff.Journal of this process: it forgets when the process ends. It never
// forgets a key early: where it is full it takes no new ones.
type Memory struct {
	options Options

	mu      sync.Mutex
	entries map[bff.JournalKey]*entry
	byAge   *list.List // of bff.JournalKey, oldest first
	bytes   int
}

var _ bff.Journal = (*Memory)(nil)

// entry is one key. While both answer and unknown are nil the call is in flight.
type entry struct {
	body    bff.Fingerprint
	answer  *bff.Answer
	unknown *bff.Reason
	until   time.Time
	place   *list.Element
}

// NewMemory makes an empty journal.
func NewMemory(o Options) *Memory {
	if o.MostKeys <= 0 {
		o.MostKeys = 100_000
	}
	if o.MostBytes <= 0 {
		o.MostBytes = 64 << 20
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	return &Memory{options: o, entries: map[bff.JournalKey]*entry{}, byAge: list.New()}
}

// Begin claims key for a body, or gives what is known of it.
func (m *Memory) Begin(_ context.Context, key bff.JournalKey, body bff.Fingerprint) (*bff.Answer, error) {
	now := m.options.Clock()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.expire(now)
	if e, ok := m.entries[key]; ok {
		switch {
		case e.body != body:
			return nil, bff.ReasonKeyReused
		case e.answer != nil:
			return e.answer, nil
		case e.unknown != nil:
			return nil, e.unknown
		}
		return nil, bff.ReasonDuplicate
	}
	if len(m.entries) >= m.options.MostKeys || m.bytes >= m.options.MostBytes {
		return nil, bff.ReasonUnavailable.After(time.Minute)
	}
	m.entries[key] = &entry{body: body, until: now.Add(Kept), place: m.byAge.PushBack(key)}
	return nil, nil
}

// Finish records the answer that repeats are given.
func (m *Memory) Finish(_ context.Context, key bff.JournalKey, a *bff.Answer) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e, ok := m.entries[key]; ok {
		e.answer = a
		m.bytes += size(a)
	}
	return nil
}

// Unknown records that the outcome is not known.
func (m *Memory) Unknown(_ context.Context, key bff.JournalKey, r *bff.Reason) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e, ok := m.entries[key]; ok {
		e.unknown = r.Because(nil) // the cause was the first request's
	}
	return nil
}

// Release forgets the claim.
func (m *Memory) Release(_ context.Context, key bff.JournalKey) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e, ok := m.entries[key]; ok {
		m.drop(key, e)
	}
	return nil
}

// expire drops what is older than Kept. A call in flight is never that old: its deadline
// is far shorter.
func (m *Memory) expire(now time.Time) {
	for front := m.byAge.Front(); front != nil; front = m.byAge.Front() {
		key := front.Value.(bff.JournalKey)
		e := m.entries[key]
		if e.until.After(now) {
			return
		}
		m.drop(key, e)
	}
}

func (m *Memory) drop(key bff.JournalKey, e *entry) {
	delete(m.entries, key)
	m.byAge.Remove(e.place)
	if e.answer != nil {
		m.bytes -= size(e.answer)
	}
}

func size(a *bff.Answer) int { return len(a.Data) + len(a.Message) + len(a.Debug) }
