package gateway

import (
	"hash/maphash"
	"weak"

	"croupier/bff"
	"croupier/bff/internal/generations"
)

// Bounds of parsedCalls, for each of its two generations.
const (
	maxParsedBytes = 8 << 20
	maxParsedCalls = 8192
	maxParsedBody  = 4 << 10 // bytes of one body; guest reads of the contract are much shorter
)

// parsedCalls remembers parsed reads by the bytes of their bodies, because most visitors of a page
// send the same ones. It holds no answers and needs no purge. A reloaded configuration has new
// brands, so that entries of the old ones are no longer found. They do not hold the old brands.
type parsedCalls struct {
	seed  maphash.Seed
	calls *generations.Map[bodyKey, *rememberedCall]
}

// bodyKey finds a body. Hashes may collide; the bytes decide.
type bodyKey struct {
	brand weak.Pointer[bff.Brand]
	world string
	hash  uint64
}

type rememberedCall struct {
	parsedCall
	body []byte
}

func newParsedCalls() *parsedCalls {
	return &parsedCalls{seed: maphash.MakeSeed(), calls: generations.New[bodyKey](generations.Options[*rememberedCall]{
		MaxEntries: maxParsedCalls, MaxCost: maxParsedBytes, KeepUsed: true,
		Cost: func(c *rememberedCall) int { return len(c.body) },
	})}
}

func (p *parsedCalls) key(scope *bff.Scope, body []byte) bodyKey {
	return bodyKey{brand: weak.Make(scope.Brand), world: scope.World, hash: maphash.Bytes(p.seed, body)}
}

// find returns the parsed call of body, or nil.
func (p *parsedCalls) find(scope *bff.Scope, body []byte) *parsedCall {
	c, ok := p.calls.Get(p.key(scope, body))
	if !ok || string(c.body) != string(body) {
		return nil
	}
	return &c.parsedCall
}

func (p *parsedCalls) add(scope *bff.Scope, c *rememberedCall) { p.calls.Put(p.key(scope, c.body), c) }

// remember adds a read to the parsed calls, and looks up its cache key once where its response can be
// cached. Excluded is what reads the received data, and calls with a user object, whose bodies belong to
// one visitor.
func (g *gateway) remember(scope *bff.Scope, body []byte, p *parsedCall) {
	if p.upstream.Rules.Kind != bff.KindRead || len(body) > maxParsedBody || p.user != nil || !p.hook.isPlain() {
		return
	}
	if g.Cache != nil {
		p.upstream.CacheLookup = g.Cache.Lookup(&p.upstream)
	}
	c := &rememberedCall{parsedCall: *p, body: body}
	c.data, c.upstream.Brand = nil, nil // no hook reads them
	g.parsed.add(scope, c)
}
