package activity

import (
	"context"
	"net/http"
	"slices"
	"time"

	"croupier/bff"
)

const (
	maxBatch        = 2048                   // requests per write, large because most of the cost is per write
	maxRefusals     = 50                     // recorded refusals of visitors per second
	closingAttempts = 5                      // attempts of Close to write the queue
	closingInterval = 100 * time.Millisecond // the time between these attempts
)

// Run writes requests at each tick, and when a batch is queued, until ctx ends.
func (l *Log) Run(ctx context.Context, ticks <-chan time.Time) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		case <-l.full:
		}
		l.flush(ctx)
	}
}

// Close writes the queue. It drops the requests that the store does not accept.
func (l *Log) Close() {
	for range closingAttempts {
		if l.flush(context.Background()) {
			return
		}
		time.Sleep(closingInterval)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.Log.Error("could not store the last recorded requests, staff cannot look them up", "lost", len(l.queue))
	l.dropped += uint64(len(l.queue))
	l.queue = nil
}

// flush writes the queue. If the store fails, flush keeps the rest and returns false.
func (l *Log) flush(ctx context.Context) bool {
	ctx = context.WithoutCancel(ctx)
	l.writing.Lock()
	defer l.writing.Unlock()
	for left := l.queued(); left > 0; {
		l.mu.Lock()
		batch := l.queue[:min(left, maxBatch)] // safe without mu because Observe only appends
		l.mu.Unlock()
		if err := l.write(ctx, batch); err != nil {
			if !l.failing {
				l.Log.Warn("could not store recorded requests, retrying in the background", "cause", err.Error())
			}
			l.failing = true
			return false
		}
		l.failing = false
		left -= len(batch)
		l.mu.Lock()
		l.queue = slices.Delete(l.queue, 0, len(batch))
		l.mu.Unlock()
	}
	return true
}

func (l *Log) queued() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.queue)
}

// write stores a batch and the data of its players. It can be repeated.
func (l *Log) write(ctx context.Context, batch []event) error {
	requests := make([]bff.CollectionEntry, 0, len(batch))
	for i := range batch {
		// Successful polls would evict the records that staff need.
		if e := &batch[i]; !e.Poll || e.Err != nil || e.Status >= http.StatusBadRequest {
			requests = append(requests, l.requestEntry(e))
		}
	}
	if len(requests) > 0 {
		if err := l.Requests.Put(ctx, requests...); err != nil {
			return err
		}
	}
	return l.writePlayers(ctx, batch)
}
