package gateway

import (
	"hash/maphash"
	"net/netip"
	"sync"

	"croupier/bff"
)

// Bounds of what is remembered of bodies, for each of two generations.
const (
	mostAskedBytes = 8 << 20
	mostAsked      = 8192
	longestAsked   = 4 << 10 // bytes of a body; no question of the contract comes near it
)

// memory remembers, by the very bytes of guests' bodies, what was read from them: most
// visitors of a page send the same ones. It holds no answers; a purge has nothing to find
// in it. A reloaded brand is another brand, and what was asked of the old one is forgotten
// with its generation.
type memory struct {
	seed maphash.Seed

	mu         sync.RWMutex
	young, old map[bodyKey]*question
	bytes      int // of the young ones' bodies
}

// bodyKey finds a body. Its hash may be that of another; the bytes decide.
type bodyKey struct {
	brand *bff.Brand
	world string
	hash  uint64
}

// question is what was read from a body. It is shared and never changed.
type question struct {
	body []byte
	hook hook
	out  bff.UpstreamRequest // of nobody: without request id and visitor
}

func newMemory() *memory {
	return &memory{seed: maphash.MakeSeed(), young: map[bodyKey]*question{}}
}

func (m *memory) key(scope *bff.Scope, body []byte) bodyKey {
	return bodyKey{brand: scope.Brand, world: scope.World, hash: maphash.Bytes(m.seed, body)}
}

// find gives what was read from body, or nil.
func (m *memory) find(scope *bff.Scope, body []byte) *question {
	key := m.key(scope, body)
	m.mu.RLock()
	q, isYoung := m.young[key]
	if !isYoung {
		q = m.old[key]
	}
	m.mu.RUnlock()
	if q == nil || string(q.body) != string(body) {
		return nil
	}
	if !isYoung {
		m.put(key, q) // it is asked still
	}
	return q
}

// put remembers q. Once the young ones are many, they become the old, and those are
// forgotten.
func (m *memory) put(key bodyKey, q *question) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.young) >= mostAsked || m.bytes+len(q.body) > mostAskedBytes {
		m.old, m.young, m.bytes = m.young, map[bodyKey]*question{}, 0
	}
	if before := m.young[key]; before != nil {
		m.bytes -= len(before.body)
	}
	m.young[key] = q
	m.bytes += len(q.body)
}

// recall does for a body that was read before what decode, lookUp and validate have done
// then. The stages around them are never skipped.
func (g *gateway) recall(x *exchange, body []byte) bool {
	q := g.asked.find(x.scope, body)
	if q == nil {
		return false
	}
	out := q.out
	out.RequestID, out.Visitor = x.scope.RequestID, x.scope.Visitor
	x.out, x.hook = &out, q.hook
	x.scope.Call, x.scope.Rules, x.scope.Lang = out.Call, out.Rules, out.Lang
	return true
}

// remember keeps what was read from a body whose answer may be kept. One that carries a
// user is somebody's own, and so is every other call: nobody else sends the same.
func (g *gateway) remember(x *exchange, body []byte) {
	if g.Answers == nil || len(body) > longestAsked || x.request.User != nil || !x.hook.asksOnly() {
		return
	}
	if x.out.CacheLookup = g.Answers.Lookup(x.out); x.out.CacheLookup == nil {
		return
	}
	q := &question{body: body, hook: x.hook, out: *x.out}
	q.out.RequestID, q.out.Visitor = "", netip.Addr{}
	g.asked.put(g.asked.key(x.scope, body), q)
}

// asksOnly tells whether a call is a question and nothing more: a hook that reads its data
// again would find none after recall.
func (h hook) asksOnly() bool {
	return h.own == nil && h.after == nil && len(h.limits) == 0 && h.code == nil
}
