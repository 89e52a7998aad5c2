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

// AccessLog writes one line per request in the format of NewLogger. It has no secret fields, and it
// scrubs the two free texts. It buffers lines, except lines of failures and of money calls. It does
// not use slog, which would compare each name with the list of secrets.
type AccessLog struct {
	lines *Lines
	level slog.Leveler
}

// NewAccessLog returns an AccessLog that writes lines at level and above.
func NewAccessLog(lines *Lines, level slog.Leveler) *AccessLog {
	return &AccessLog{lines, level}
}

// Enabled reports whether l writes lines of a level.
func (l *AccessLog) Enabled(level slog.Level) bool { return level >= l.level.Level() }

var buffers = sync.Pool{New: func() any { return new([]byte) }}

// Request writes the line of a request. unlogged is the number of equal, unlogged requests before.
func (l *AccessLog) Request(level slog.Level, o *bff.Observation, unlogged int) {
	buffer := buffers.Get().(*[]byte) //nolint:forcetypeassert // the pool contains only *[]byte
	defer buffers.Put(buffer)
	*buffer = appendRequest((*buffer)[:0], level, o, unlogged)
	if level >= slog.LevelError || o.IdempotencyKey != "" {
		_, _ = l.lines.Write(*buffer) // a failed log cannot be reported
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
		// The name "code" would be a secret confirmation code.
		b = appendText(b, "call", o.Call)
		b = appendNumber(b, "answer_code", o.Code)
		b = appendText(b, "cache", string(o.Cache))
		b = appendMilliseconds(b, "upstream_ms", o.Upstream)
	}
	if o.Debug != "" {
		b = appendText(b, "debug", scrub(o.Debug))
	}
	// The text of the reason is already in debug, so only its cause is added.
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

// appendMilliseconds writes d in milliseconds, rounded to a microsecond.
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

const maxWaiting = 32 << 10 // bytes of waiting lines that cause a write before the delay has passed

// Lines writes log lines to one writer in order. It buffers lines that may wait. An asynchronous
// writer could reorder or drop them.
type Lines struct {
	delay time.Duration

	mu      sync.Mutex
	w       io.Writer
	waiting []byte
	timer   *time.Timer // runs while lines wait
}

// NewLines returns the Lines of w. Lines wait at most for delay. With delay 0 no line waits.
func NewLines(w io.Writer, delay time.Duration) *Lines {
	return &Lines{w: w, delay: delay, waiting: make([]byte, 0, 2*maxWaiting)}
}

// Write writes the waiting lines and then line. It implements io.Writer.
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
		_ = l.flush() // a failed log cannot be reported
	case wasEmpty && l.timer == nil:
		l.timer = time.AfterFunc(l.delay, func() { _ = l.Flush() })
	case wasEmpty:
		l.timer.Reset(l.delay)
	}
}

// Flush writes the waiting lines.
func (l *Lines) Flush() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.flush()
}

// flush writes the waiting lines. The caller must have locked mu.
func (l *Lines) flush() error {
	if len(l.waiting) == 0 {
		return nil
	}
	_, err := l.w.Write(l.waiting)
	l.waiting = l.waiting[:0]
	return err
}
