package telemetry

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"math"
	"strconv"
	"sync"
	"time"

	"croupier/bff"
)

// AccessLog writes one line per request, in the format of NewLogger. Its names are fixed and none is secret; the two
// free texts are scrubbed. Lines wait to be written together, except those of failures and of money.
type AccessLog struct {
	lines *Lines
	level slog.Leveler
}

// NewAccessLog returns the AccessLog that writes lines from level up.
func NewAccessLog(lines *Lines, level slog.Leveler) *AccessLog {
	return &AccessLog{lines, level}
}

// Enabled reports whether lines of a level are written.
func (l *AccessLog) Enabled(level slog.Level) bool { return level >= l.level.Level() }

var buffers = sync.Pool{New: func() any { return new([]byte) }}

// Request writes the line of a request. unlogged is the number of equal ones before it that were not logged.
func (l *AccessLog) Request(level slog.Level, o *bff.Observation, unlogged int) {
	buffer := buffers.Get().(*[]byte) //nolint:forcetypeassert // only these are put
	defer buffers.Put(buffer)
	*buffer = appendRequest((*buffer)[:0], level, o, unlogged)
	if level >= slog.LevelError || o.IdempotencyKey != "" {
		_, _ = l.lines.Write(*buffer) // a log that cannot be written has nobody to tell
		return
	}
	l.lines.Append(*buffer)
}

func appendRequest(b []byte, level slog.Level, o *bff.Observation, unlogged int) []byte {
	b = o.At.AppendFormat(append(b, `{"time":"`...), time.RFC3339Nano)
	b = append(append(append(b, `","level":"`...), level.String()...), `","msg":"request"`...)
	b = appendText(b, "method", o.Method)
	b = appendText(b, "path", o.Path)
	b = appendText(b, "brand", o.Brand)
	b = appendNumber(b, "status", o.Status)
	b = appendMilliseconds(b, "ms", o.Duration)
	b = appendNumber(b, "bytes", o.Bytes)
	if o.Code != 0 {
		// Not "code", which is the name of a confirmation code.
		b = appendText(b, "call", o.Call)
		b = appendNumber(b, "answer_code", o.Code)
		b = appendText(b, "cache", string(o.Cache))
		b = appendMilliseconds(b, "upstream_ms", o.Upstream)
	}
	if o.Debug != "" {
		b = appendText(b, "debug", scrub(o.Debug))
	}
	// The cause adds to the reason, whose own text is already in debug.
	if cause := errors.Unwrap(o.Err); cause != nil {
		b = appendText(b, "cause", scrub(cause.Error()))
	} else if o.Err != nil && level >= slog.LevelError {
		b = appendText(b, "cause", scrub(o.Err.Error()))
	}
	if unlogged > 0 {
		b = appendNumber(b, "unlogged", unlogged)
	}
	b = appendText(b, "request_id", o.RequestID)
	return append(b, '}', '\n')
}

func appendName(b []byte, name string) []byte {
	return append(append(append(b, `,"`...), name...), `":`...)
}

func appendNumber(b []byte, name string, n int) []byte {
	return strconv.AppendInt(appendName(b, name), int64(n), 10)
}

// appendMilliseconds writes d with the precision of a microsecond.
func appendMilliseconds(b []byte, name string, d time.Duration) []byte {
	ms := math.Round(float64(d)/float64(time.Microsecond)) / 1000
	return strconv.AppendFloat(appendName(b, name), ms, 'f', -1, 64)
}

func appendText(b []byte, name, text string) []byte {
	b = appendName(b, name)
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			quoted, _ := json.Marshal(text) //nolint:errchkjson // a string
			return append(b, quoted...)
		}
	}
	return append(append(append(b, '"'), text...), '"')
}

const maxWaiting = 32 << 10 // the size of waiting lines that are written before their delay has passed

// Lines writes log lines to one writer in their order: at once, or many together where they may wait.
type Lines struct {
	delay time.Duration

	mu      sync.Mutex
	w       io.Writer
	waiting []byte
	timer   *time.Timer // runs while lines wait
}

// NewLines returns the Lines of w. Lines that may wait do so for delay at most; 0 writes all at once.
func NewLines(w io.Writer, delay time.Duration) *Lines {
	return &Lines{w: w, delay: delay, waiting: make([]byte, 0, 2*maxWaiting)}
}

// Write writes a line that must not wait, after those that do. It implements io.Writer.
func (l *Lines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting = append(l.waiting, line...)
	if err := l.flush(); err != nil {
		return 0, err
	}
	return len(line), nil
}

// Append adds a line that may wait.
func (l *Lines) Append(line []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	wasEmpty := len(l.waiting) == 0
	l.waiting = append(l.waiting, line...)
	switch {
	case l.delay == 0 || len(l.waiting) >= maxWaiting:
		_ = l.flush() // a log that cannot be written has nobody to tell
	case wasEmpty && l.timer == nil:
		l.timer = time.AfterFunc(l.delay, func() { _ = l.Flush() })
	case wasEmpty:
		l.timer.Reset(l.delay)
	}
}

// Flush writes the lines that wait.
func (l *Lines) Flush() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.flush()
}

// flush writes the waiting lines. The lock is held.
func (l *Lines) flush() error {
	if len(l.waiting) == 0 {
		return nil
	}
	_, err := l.w.Write(l.waiting)
	l.waiting = l.waiting[:0]
	return err
}
