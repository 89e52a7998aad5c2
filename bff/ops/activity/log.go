// Package activity records what staff look up: answered requests, and the players who made them with
// their devices. Records are written in the background and are shared by the instances that share a
// store. Responses from the cache and polls that succeeded are not recorded.
//
// Nothing lies in the store in the clear: ids and search terms are hashes with the index key, values
// are sealed with a key derived from it.
package activity

import (
	"context"
	"encoding/json"
	"hash/maphash"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"

	"croupier/bff"
	"croupier/bff/internal/bounded"
	"croupier/bff/internal/indexkey"
	"croupier/bff/internal/names"
	"croupier/bff/internal/sealed"
)

// Bounds of the number of entries. A player has one, one more for an e-mail address and one for each device.
const (
	MaxRequests = 200_000
	MaxPlayers  = 300_000
)

// MaxQueued bounds the requests that wait to be written.
const MaxQueued = 8192

// Options are the dependencies of New.
type Options struct {
	Requests bff.Collection
	Players  bff.Collection
	Devices  *KnownDevices // erased with a player
	IndexKey *indexkey.Key
	Instance string // names this process
	Log      *slog.Logger
}

// Log records requests. It implements bff.Observer. It is safe for concurrent use.
type Log struct {
	Options
	box *sealed.Box

	mu       sync.Mutex // held for moments only: players' requests wait for it
	queue    []event
	dropped  uint64
	second   int64 // in which refusals were counted last
	refusals int

	writing sync.Mutex                       // guards what follows
	written *bounded.Map[playerRef, written] // what is stored of players, so that most requests change nothing
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

// New returns a Log, which must be closed. Its look-ups find what this instance has not written yet.
func New(o Options) *Log {
	return &Log{
		Options: o, box: sealed.New(o.IndexKey.Derive("activity")), full: make(chan struct{}, 1), seed: maphash.MakeSeed(),
		written: bounded.New(bounded.Options[playerRef, written]{MaxEntries: maxWritten}),
	}
}

// Observe queues a request. It drops it if the queue is full, and ignores responses from the cache and what is no call.
func (l *Log) Observe(ctx context.Context, o *bff.Observation) {
	if o.Cache == bff.CacheHit || o.Cache == bff.CacheStale || o.Code == 0 && o.Call == "" && o.Status < http.StatusInternalServerError {
		return
	}
	e := event{Observation: *o}
	if scope := bff.ScopeOf(ctx); scope != nil {
		e.agent, e.visitor = scope.UserAgent, scope.Visitor
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
		default: // Run will look anyway
		}
	}
}

// isExcessive reports whether o is one refusal of a visitor too many in its second.
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

// Dropped returns the number of requests that were not recorded for their number or for want of a store.
func (l *Log) Dropped() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.dropped
}

// The kinds of sealed values: one is not opened as another.
const (
	sealedRequest = "request"
	sealedProfile = "profile"
	sealedDevice  = "device"
)

// What is listed of a player.
const (
	requestsOf = "requests"
	paymentsOf = "payments"
	devicesOf  = "devices"
	profileOf  = "profile"
	emailOf    = "email"
)

func (l *Log) seal(v any, kind string) []byte {
	plain, _ := json.Marshal(v) //nolint:errchkjson // it can be encoded
	return l.box.Seal(plain, kind)
}

// open decodes what seal returned. It reports whether raw was sealed with this key.
func (l *Log) open(raw []byte, kind string, into any) bool {
	plain, err := l.box.Open(raw, kind)
	return err == nil && json.Unmarshal(plain, into) == nil
}

// ofPlayer returns the id or the term of what belongs to a player.
func (l *Log) ofPlayer(brand, player, kind string) string {
	return l.IndexKey.Hash(indexkey.Activity, brand, player, kind)
}

// searchTerm returns the term of players who are found by a text.
func (l *Log) searchTerm(p bff.Partition, text string) string {
	return l.IndexKey.Hash(indexkey.Search, string(p), names.FoldIdentity(text))
}
