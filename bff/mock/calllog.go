package mock

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"io"
	"sync"
	"time"

	"croupier/bff/mock/world"
)

// Bounds of what is remembered of one world: as many calls as calls.md §6 says, unless
// they are far larger than calls usually are.
const (
	callsKept     = 10_000
	callBytesKept = 32 << 20 // before they are packed
	segmentBytes  = 32 << 10 // what is packed at once
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

// callLog remembers the last calls of one world, a line of JSON a call. Calls resemble each
// other, so that they are packed to a tenth, a segment at a time; the newest lie open.
type callLog struct {
	mu     sync.Mutex
	open   [][]byte // oldest first
	loose  int      // bytes in open
	packed []segment
	kept   int // calls in packed
	bytes  int // of packed, before they were packed
	taken  int // of packed, as they lie in memory
	total  int // calls ever
}

// segment are calls that are packed, each line ended.
type segment struct {
	data  []byte
	bytes int // unpacked
	calls int
}

// packers are costly to make and do nobody any harm in being used again.
var packers = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(io.Discard, flate.BestSpeed) // the level is valid
	return w
}}

func (l *callLog) add(r record) {
	r.At = r.At.In(world.Zone)
	line, err := json.Marshal(r)
	if err != nil {
		// What came is no JSON of its own; the call was received all the same.
		r.Data, r.User = nil, nil
		line, _ = json.Marshal(r)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.total++
	l.open = append(l.open, line)
	if l.loose += len(line); l.loose < segmentBytes {
		return
	}
	l.pack()
	for len(l.packed) > 0 && (l.kept-l.packed[0].calls >= callsKept || l.bytes > callBytesKept) {
		l.kept -= l.packed[0].calls
		l.bytes -= l.packed[0].bytes
		l.taken -= len(l.packed[0].data)
		l.packed[0] = segment{} // the array behind the slice must not hold it
		l.packed = l.packed[1:]
	}
}

func (l *callLog) pack() {
	var b bytes.Buffer
	w := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(&b)
	s := segment{calls: len(l.open), bytes: l.loose}
	for _, line := range l.open {
		_, _ = w.Write(append(line, '\n')) // a buffer takes everything
	}
	_ = w.Close()
	s.data = bytes.Clone(b.Bytes())
	l.packed = append(l.packed, s)
	l.kept, l.bytes, l.taken = l.kept+s.calls, l.bytes+s.bytes, l.taken+len(s.data)
	l.open, l.loose = nil, 0
}

// last gives at most n calls, the newest first.
func (l *callLog) last(n int) []json.RawMessage {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([]json.RawMessage, 0, min(n, len(l.open)+l.kept))
	lines := l.open
	for i := len(l.packed) - 1; ; i-- {
		for k := len(lines) - 1; k >= 0 && len(out) < n; k-- {
			out = append(out, lines[k])
		}
		if i < 0 || len(out) == n {
			return out
		}
		lines = l.packed[i].lines()
	}
}

func (s *segment) lines() [][]byte {
	// What was packed here unpacks, and every line was ended.
	raw, _ := io.ReadAll(flate.NewReader(bytes.NewReader(s.data)))
	return bytes.Split(bytes.TrimSuffix(raw, []byte("\n")), []byte("\n"))
}

// counted tells how many calls there ever were.
func (l *callLog) counted() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.total
}

// size is what the log takes of memory, in bytes.
func (l *callLog) size() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.loose + l.taken
}
