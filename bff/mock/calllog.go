package mock

import (
	"encoding/json"
	"sync"
	"time"
)

// Bounds of what is remembered of one world: as many calls as calls.md §6 says, unless
// they are far larger than calls usually are.
const (
	callsKept     = 10_000
	callBytesKept = 32 << 20
)

// record is one call as the platform received it.
type record struct {
	At      time.Time       `json:"at"` // by the world's clock
	Class   string          `json:"class"`
	Method  string          `json:"method"`
	Data    json.RawMessage `json:"data"`
	User    json.RawMessage `json:"user"`
	Headers json.RawMessage `json:"headers"`
	MS      float64         `json:"ms"`      // how long the answer took
	Outcome string          `json:"outcome"` // ok, refused: MESSAGE, or fault: KIND
}

func (r *record) size() int { return len(r.Data) + len(r.User) + len(r.Headers) }

// callLog remembers the last calls of one world.
type callLog struct {
	mu    sync.Mutex
	calls []record // oldest first
	bytes int
}

func (l *callLog) add(r record) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calls = append(l.calls, r)
	l.bytes += r.size()
	gone := 0
	for len(l.calls)-gone > callsKept || l.bytes > callBytesKept {
		l.bytes -= l.calls[gone].size()
		l.calls[gone] = record{} // the array behind the slice must not hold it
		gone++
	}
	l.calls = l.calls[gone:]
}

// last gives at most n calls, the newest first.
func (l *callLog) last(n int) []record {
	l.mu.Lock()
	defer l.mu.Unlock()
	n = min(n, len(l.calls))
	out := make([]record, n)
	for i := range n {
		out[i] = l.calls[len(l.calls)-1-i]
	}
	return out
}
