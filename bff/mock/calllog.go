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

// Bounds of the call log of one world: the calls of calls.md §6, fewer if they are large.
const (
	maxCalls     = 10_000
	maxCallBytes = 32 << 20 // uncompressed
	segmentBytes = 32 << 10 // compressed at once
)

// callRecord is one received call.
type callRecord struct {
	At      time.Time       `json:"at"` // the world's clock
	Class   string          `json:"class"`
	Method  string          `json:"method"`
	Data    json.RawMessage `json:"data"`
	User    json.RawMessage `json:"user"`
	Headers json.RawMessage `json:"headers"`
	MS      float64         `json:"ms"`      // time to answer
	Outcome string          `json:"outcome"` // ok, refused: MESSAGE, or fault: KIND
}

// callLog holds the last calls of one world as lines of JSON. Older lines are compressed by
// segments, to about a tenth.
type callLog struct {
	mu           sync.Mutex
	recent       [][]byte // uncompressed lines, oldest first
	recentBytes  int
	segments     []segment // oldest first
	segmentCalls int
	segmentBytes int // uncompressed
	memory       int // bytes of the segments as they are
	total        int // calls ever
}

// segment is a block of compressed lines.
type segment struct {
	data  []byte
	bytes int // uncompressed
	calls int
}

// compressors are reused because they are large.
var compressors = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(io.Discard, flate.BestSpeed) // the level is valid
	return w
}}

func (l *callLog) add(r callRecord) {
	r.At = r.At.In(world.Zone)
	line, err := json.Marshal(r)
	if err != nil { // the data or the user is not JSON
		r.Data, r.User = nil, nil
		line, _ = json.Marshal(r)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.total++
	l.recent = append(l.recent, line)
	if l.recentBytes += len(line); l.recentBytes < segmentBytes {
		return
	}
	l.compress()
	for len(l.segments) > 0 && (l.segmentCalls-l.segments[0].calls >= maxCalls || l.segmentBytes > maxCallBytes) {
		oldest := l.segments[0]
		l.segmentCalls, l.segmentBytes, l.memory = l.segmentCalls-oldest.calls, l.segmentBytes-oldest.bytes, l.memory-len(oldest.data)
		l.segments[0] = segment{} // releases the data: the array stays referenced
		l.segments = l.segments[1:]
	}
}

// compress makes a segment of the recent lines.
func (l *callLog) compress() {
	var b bytes.Buffer
	w := compressors.Get().(*flate.Writer)
	defer compressors.Put(w)
	w.Reset(&b)
	for _, line := range l.recent {
		_, _ = w.Write(append(line, '\n')) // a buffer never fails
	}
	_ = w.Close()
	s := segment{bytes.Clone(b.Bytes()), l.recentBytes, len(l.recent)}
	l.segments = append(l.segments, s)
	l.segmentCalls, l.segmentBytes, l.memory = l.segmentCalls+s.calls, l.segmentBytes+s.bytes, l.memory+len(s.data)
	l.recent, l.recentBytes = nil, 0
}

// last returns at most n calls, the newest first.
func (l *callLog) last(n int) []json.RawMessage {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([]json.RawMessage, 0, min(n, len(l.recent)+l.segmentCalls))
	lines := l.recent
	for i := len(l.segments) - 1; ; i-- {
		for k := len(lines) - 1; k >= 0 && len(out) < n; k-- {
			out = append(out, lines[k])
		}
		if i < 0 || len(out) == n {
			return out
		}
		raw, _ := io.ReadAll(flate.NewReader(bytes.NewReader(l.segments[i].data))) // compress wrote it
		lines = bytes.Split(bytes.TrimSuffix(raw, []byte("\n")), []byte("\n"))
	}
}

// count returns how many calls were ever received.
func (l *callLog) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.total
}

// size returns the bytes of memory that the log takes.
func (l *callLog) size() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.recentBytes + l.memory
}
