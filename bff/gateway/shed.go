package gateway

import (
	"hash/maphash"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
	"weak"

	"croupier/bff"
	"croupier/bff/internal/generations"
)

// shedder refuses calls as soon as they are known while their upstream takes none, so that a
// refusal costs little. Never refused early is what needs no upstream: cached responses, calls that
// the BFF answers itself, a logout, and money calls, whose key may be known.
type shedder struct {
	refusal func(brand *bff.Brand, call *bff.Call, world string) error // nil: nothing is refused early
	seed    maphash.Seed
	// until is when early refusals are over; nil without any. Until then calls are recognized by their
	// bytes, without being decoded.
	until   atomic.Pointer[time.Time]
	known   *generations.Map[bodyKey, *knownCall]
	allowed sync.Map // *bff.Call → whether it may be refused early
}

// knownCall is a call that was decoded before.
type knownCall struct {
	body []byte
	call *bff.Call
	lang string
}

const (
	shedMemory    = 10 * time.Second // how long calls are recognized after an early refusal
	maxKnownBody  = 512              // bytes of one body
	maxKnownCalls = 4096             // of one generation
)

func newShedder(refusal func(*bff.Brand, *bff.Call, string) error) *shedder {
	return &shedder{refusal: refusal, seed: maphash.MakeSeed(), known: generations.New[bodyKey](generations.Options[*knownCall]{
		MaxEntries: maxKnownCalls, KeepUsed: true,
	})}
}

// shedKnown refuses a call that was decoded before, by its bytes alone.
func (g *gateway) shedKnown(hr *http.Request, scope *bff.Scope, body []byte) error {
	s := g.shedder
	if until := s.until.Load(); until == nil || !g.Clock().Before(*until) {
		return nil
	}
	k, ok := s.known.Get(s.key(scope, body))
	if !ok || string(k.body) != string(body) {
		return nil
	}
	if err := g.refusal(hr, scope, k.call); err != nil {
		scope.Call, scope.Lang = k.call, k.lang
		return err
	}
	return nil
}

// shed refuses a call that was looked up, before it is validated and its session opened.
func (g *gateway) shed(hr *http.Request, scope *bff.Scope, body []byte, envelope *bff.Request) error {
	err := g.refusal(hr, scope, scope.Call)
	if s := g.shedder; err != nil && envelope.User == nil && len(body) <= maxKnownBody {
		s.known.Put(s.key(scope, body), &knownCall{body: body, call: scope.Call, lang: scope.Lang})
	}
	return err
}

// refusal returns the reason to refuse a call early, or nil. Maintenance, which players should be
// told of instead, takes precedence.
func (g *gateway) refusal(hr *http.Request, scope *bff.Scope, call *bff.Call) error {
	s := g.shedder
	if s.refusal == nil || !g.mayShed(call) {
		return nil
	}
	err := s.refusal(scope.Brand, call, scope.World)
	if err == nil || g.maintenanceOf(hr, scope, call.Name(), call.Rules.Part).On {
		return nil
	}
	until := g.Clock().Add(shedMemory)
	s.until.Store(&until)
	return err
}

// mayShed reports whether a call may be refused early.
func (g *gateway) mayShed(call *bff.Call) bool {
	if allowed, ok := g.shedder.allowed.Load(call); ok {
		return allowed.(bool)
	}
	h := g.hook(call)
	allowed := call.Rules.Kind != bff.KindMoney && !call.Rules.Cache.Cacheable() && !call.Local &&
		h.local == nil && !h.bestEffort && !h.duringMaintenance
	g.shedder.allowed.Store(call, allowed)
	return allowed
}

func (s *shedder) key(scope *bff.Scope, body []byte) bodyKey {
	return bodyKey{brand: weak.Make(scope.Brand), world: scope.World, hash: maphash.Bytes(s.seed, body)}
}
