package activity

import (
	"context"
	"net/http"
	"time"

	"croupier/bff"
)

const (
	// maxBatch bounds the requests of one write. A store's cost of a write hardly depends on its size.
	maxBatch = 2048
	// maxRefusals bounds the recorded refusals of visitors per second, so that a flood of them does not
	// push out what staff need.
	maxRefusals = 50
	// idleInterval is the time between two wake-ups without requests.
	idleInterval = time.Hour
	// closingAttempts is how often the writer tries to write each batch when it ends.
	closingAttempts = 5
	// closingInterval is the time between these attempts.
	closingInterval = 100 * time.Millisecond
)

// writer writes the queued requests of a Log in batches. A batch that the store does not accept is
// tried again, while the queue fills up.
type writer struct {
	*Log
	pending []event
	players *playerWriter
	failing bool

	second   int64 // in which refusals were counted last
	refusals int
}

func newWriter(l *Log) *writer {
	return &writer{Log: l, players: newPlayerWriter(l)}
}

func (w *writer) run(ctx context.Context) {
	defer close(w.stopped)
	timer := time.NewTimer(idleInterval)
	defer timer.Stop()
	for {
		queue := w.queue
		if len(w.pending) == maxBatch {
			queue = nil
		}
		select {
		case e := <-queue:
			if len(w.pending) == 0 {
				timer.Reset(w.WriteInterval)
			}
			if w.add(e); len(w.pending) == maxBatch {
				timer.Reset(w.tryWrite(ctx))
			}
		case <-timer.C:
			timer.Reset(w.tryWrite(ctx))
		case done := <-w.flushes:
			for w.fill(); len(w.pending) > 0; w.fill() {
				if timer.Reset(w.tryWrite(ctx)); w.failing {
					break
				}
			}
			close(done)
		case <-w.stop:
			w.end(ctx)
			return
		}
	}
}

// tryWrite writes the pending requests and returns the time until the next attempt.
func (w *writer) tryWrite(ctx context.Context) time.Duration {
	if len(w.pending) == 0 {
		return idleInterval
	}
	if err := w.write(ctx); err != nil {
		if !w.failing {
			w.Options.Log.Warn("write requests for look-ups: failed; retried in the background", "cause", err.Error())
		}
		w.failing = true
		return w.RetryInterval
	}
	w.failing = false
	clear(w.pending)
	w.pending = w.pending[:0]
	return w.WriteInterval
}

func (w *writer) add(e event) {
	if w.isExcessive(&e) {
		w.dropped.Add(1)
		return
	}
	w.pending = append(w.pending, e)
}

// isExcessive reports whether e is one refusal of a visitor too many in its second.
func (w *writer) isExcessive(e *event) bool {
	if e.Player.UID != "" || e.Attempts > 0 || e.Status < http.StatusBadRequest {
		return false
	}
	if second := e.At.Unix(); second != w.second {
		w.second, w.refusals = second, 0
	}
	w.refusals++
	return w.refusals > maxRefusals
}

func (w *writer) fill() {
	for len(w.pending) < maxBatch {
		select {
		case e := <-w.queue:
			w.add(e)
		default:
			return
		}
	}
}

// end writes everything that is queued. What the store does not accept is lost.
func (w *writer) end(ctx context.Context) {
	for w.fill(); len(w.pending) > 0; w.fill() {
		for range closingAttempts {
			if w.tryWrite(ctx); !w.failing {
				break
			}
			time.Sleep(closingInterval)
		}
		if w.failing {
			lost := uint64(len(w.pending) + len(w.queue))
			w.dropped.Add(lost)
			w.Options.Log.Error("write requests for look-ups: failed", "lost", lost)
			return
		}
	}
}

// write stores the pending requests and what they tell of players. It may be repeated.
func (w *writer) write(ctx context.Context) error {
	requests := make([]bff.CollectionEntry, 0, len(w.pending))
	for i := range w.pending {
		if e := &w.pending[i]; e.Poll && e.Err == nil && e.Status < http.StatusBadRequest {
			continue // it would push out what staff need
		}
		e, err := w.requestEntry(&w.pending[i])
		if err != nil {
			return err
		}
		requests = append(requests, e)
	}
	if len(requests) > 0 {
		if err := w.Requests.Put(ctx, requests...); err != nil {
			return err
		}
	}
	return w.players.write(ctx, w.pending)
}
