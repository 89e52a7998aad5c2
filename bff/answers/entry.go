package answers

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
	key    string
	answer bff.Answer
	policy bff.CachePolicy
	at     time.Time
	size   int64
	place  *list.Element // under shelf.mu

	used    atomic.Bool  // asked for since eviction last looked
	retryAt atomic.Int64 // Unix nanoseconds before which no refresh is tried again
}

// about is what a purge goes by.
type about struct{ brand, call, world string }

func aboutOf(r *bff.UpstreamRequest) about {
	return about{brand: r.Brand.ID, call: r.Call.Name(), world: r.World}
}

// overhead is about what an entry costs beyond its texts, in bytes.
const overhead = 640

func newEntry(key string, r *bff.UpstreamRequest, a *bff.Answer, policy bff.CachePolicy, at time.Time) *entry {
	e := &entry{about: aboutOf(r), key: key, answer: *a, policy: policy, at: at}
	// data is part of the whole body that came; that need not stay.
	e.answer.Data = bytes.Clone(a.Data)
	e.size = overhead + int64(2*len(key)+len(a.Data)+len(a.Message))
	return e
}

func (e *entry) age(now time.Time) time.Duration { return max(0, now.Sub(e.at)) }

func (e *entry) fresh(now time.Time) bool { return e.age(now) < e.policy.TTL }

// stale tells whether e may be served while one refresh runs behind.
func (e *entry) stale(now time.Time) bool {
	return e.age(now) < e.policy.TTL+e.policy.StaleWhileRevalidate
}

// saves tells whether e may be served when the upstream fails.
func (e *entry) saves(now time.Time) bool {
	return e.age(now) < e.policy.TTL+e.policy.StaleIfError
}

func (e *entry) useless(now time.Time) bool { return !e.stale(now) && !e.saves(now) }

// give hands the answer out.
func (e *entry) give() *bff.Answer {
	a := e.answer
	return &a
}
