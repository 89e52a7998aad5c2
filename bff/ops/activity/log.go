// Package activity records answered requests, players and their devices for staff look-ups. It
// writes in the background, and instances that share a store share the records. It does not record
// cache hits, successful polls and successful reads of guests.
//
// The store contains no plain text. Ids and terms are hashed, and values are sealed.
package activity

import (
	"context"
	"hash/maphash"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"

	"croupier/bff"
	"croupier/bff/internal/bounded"
	"croupier/bff/internal/indexkey"
	"croupier/bff/internal/names"
	"croupier/bff/internal/sealed"
)

// Limits of the number of entries. A player has 1 entry, plus 1 for e-mail and 1 per device.
const (
	MaxRequests = 200_000
	MaxPlayers  = 300_000
)

// MaxQueued is the maximum number of requests that wait to be written.
const MaxQueued = 8192

// Options are the dependencies of New.
type Options struct {
	Requests bff.Collection
	Players  bff.Collection
	Devices  *KnownDevices // Erase also erases them
	IndexKey *indexkey.Key
	Instance string // the name of this process
	Log      *slog.Logger
}

// Log records requests. It implements bff.Observer. It is safe for concurrent use.
type Log struct {
	Options
	box *sealed.Box

	mu       sync.Mutex // locked only briefly because players' requests wait for it
	queue    []event
	dropped  uint64
	second   int64 // the Unix time of the last counted refusal
	refusals int

	writing sync.Mutex                       // guards the fields below
	written *bounded.Map[playerRef, written] // the stored state of players, to skip unchanged ones
	seed    maphash.Seed
	failing bool

	full chan struct{} // receives when a batch is queued
}

var _ bff.Observer = (*Log)(nil)

type event struct {
	bff.Observation
	agent   string
	visitor netip.Addr
}

// New returns a Log, which must be closed. Every look-up first writes the queue of this instance.
func New(o Options) *Log {
	return &Log{
		Options: o, box: sealed.New(o.IndexKey.Derive("activity")), full: make(chan struct{}, 1),
		seed: maphash.MakeSeed(), written: bounded.New(bounded.Options[playerRef, written]{MaxEntries: maxWritten}),
	}
}

// Observe queues a request. If the queue is full, it drops the request. It ignores responses from
// the cache, other successful reads of guests, and requests other than calls, unless they failed
// with a 5xx status.
func (l *Log) Observe(ctx context.Context, o *bff.Observation) {
	if o.Cache == bff.CacheHit || o.Cache == bff.CacheStale || o.Code == 0 && o.Call == "" &&
		o.Status < http.StatusInternalServerError {
		return
	}
	e := event{Observation: *o}
	if scope := bff.ScopeOf(ctx); scope != nil {
		e.agent, e.visitor = scope.UserAgent, scope.Visitor
		if scope.Rules.Kind == bff.KindRead && o.Player.UID == "" && o.Err == nil && o.Result {
			return
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.queue) >= MaxQueued || l.isExcessive(o) {
		l.dropped++
		return
	}
	l.queue = append(l.queue, e)
	if len(l.queue) == maxBatch {
		select {
		case l.full <- struct{}{}:
		default: // Run has a signal already
		}
	}
}

// isExcessive reports whether o exceeds the limit of refusals of visitors per second.
func (l *Log) isExcessive(o *bff.Observation) bool {
	if o.Player.UID != "" || o.Attempts > 0 || o.Status < http.StatusBadRequest {
		return false
	}
	if second := o.At.Unix(); second != l.second {
		l.second, l.refusals = second, 0
	}
	l.refusals++
	return l.refusals > maxRefusals
}

// Dropped returns the number of requests that were not recorded due to overload or a failed store.
func (l *Log) Dropped() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.dropped
}

// The kinds of sealed values. A value of one kind cannot be opened as another.
const (
	sealedRequest = "request"
	sealedProfile = "profile"
	sealedDevice  = "device"
)

// The kinds of entries of a player.
const (
	requestsOf = "requests"
	paymentsOf = "payments"
	devicesOf  = "devices"
	profileOf  = "profile"
	emailOf    = "email"
)

// open decodes a sealed value. It reports whether raw was sealed with this key.
func (l *Log) open(raw []byte, kind string, into any) bool {
	return l.box.OpenJSON(raw, kind, into) == nil
}

// ofPlayer returns the id or the term of a player's entries of a kind.
func (l *Log) ofPlayer(brand, player, kind string) string {
	return l.IndexKey.Hash(indexkey.Activity, brand, player, kind)
}

// searchTerm returns the term for players with a matching name, uid or e-mail address.
func (l *Log) searchTerm(p bff.Partition, text string) string {
	return l.IndexKey.Hash(indexkey.Search, string(p), names.FoldIdentity(text))
}

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
	l.mu.Lock()
	left := len(l.queue)
	l.mu.Unlock()
	for left > 0 {
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
