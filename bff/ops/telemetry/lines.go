package telemetry

import (
	"io"
	"sync"
	"time"
)

// maxWaiting is the size of waiting lines that are written before their delay has passed.
const maxWaiting = 32 << 10

// Lines writes log lines to one writer: at once, or many together where they may wait. Lines keep their order. Flush
// writes those that wait.
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
