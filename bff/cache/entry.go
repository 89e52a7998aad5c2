package cache

import (
	"bytes"
	"container/list"
	"sync/atomic"
	"time"

	"croupier/bff"
)

// entry is one kept answer. The answer is never changed; those who are given it get a copy
// of the struct over the same bytes.
type entry struct {
	about
	ready
	key    string
	answer bff.Answer // its Data lies within the plain body
	policy bff.CachePolicy
	at     time.Time

	size  int64         // under shelf.mu
	place *list.Element // under shelf.mu; nil while it is on no shelf
	shelf atomic.Pointer[shelf]

	used    atomic.Bool  // asked for since eviction last looked
	retryAt atomic.Int64 // Unix nanoseconds before which no refresh is tried again
}

// about is what a purge goes by.
type about struct{ brand, call, world string }

func aboutOf(r *bff.UpstreamRequest) about {
	return about{brand: r.Brand.ID, call: r.Call.Name(), world: r.World}
}

// overhead is about what an entry costs beyond its texts, in bytes.
const overhead = 1024

// beforeData stands before an envelope's data. Within a string its quotes are escaped.
var beforeData = []byte(`,"data":`)

// newEntry writes the envelope of a once for all. It shares no bytes with a, whose Data is
// part of the whole body that came.
func newEntry(q *bff.CacheLookup, r *bff.UpstreamRequest, a *bff.Answer, at time.Time) *entry {
	e := &entry{about: aboutOf(r), key: q.Key, answer: *a, policy: q.Policy, at: at}
	body := a.Append(make([]byte, 0, len(a.Data)+len(a.Message)+160))
	e.answer.Data = nil
	if len(a.Data) > 0 {
		from := bytes.Index(body, beforeData) + len(beforeData)
		e.answer.Data = body[from : from+len(a.Data) : from+len(a.Data)]
	}
	e.size = overhead + int64(2*len(q.Key)+cap(body))
	e.init(body, e.grow)
	return e
}

// grow counts what another encoding takes.
func (e *entry) grow(n int) {
	if s := e.shelf.Load(); s != nil {
		s.grow(e, int64(n))
	}
}

func (e *entry) age(now time.Time) time.Duration { return max(0, now.Sub(e.at)) }

// fresh tells whether e may be served as it is. The policy is the one in force now, which
// may not be the one that e was kept by.
func (e *entry) fresh(p bff.CachePolicy, now time.Time) bool { return e.age(now) < p.TTL }

// stale tells whether e may be served while one refresh runs behind.
func (e *entry) stale(p bff.CachePolicy, now time.Time) bool {
	return e.age(now) < p.TTL+p.StaleWhileRevalidate
}

// saves tells whether e may be served when the upstream fails.
func (e *entry) saves(p bff.CachePolicy, now time.Time) bool {
	return e.age(now) < p.TTL+p.StaleIfError
}

func (e *entry) useless(now time.Time) bool {
	return !e.stale(e.policy, now) && !e.saves(e.policy, now)
}

// give hands the answer out.
func (e *entry) give() *bff.Answer {
	a := e.answer
	return &a
}
