package events

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"croupier/bff"
)

const (
	// perAddress is how many streams one address may have (calls.md §5).
	perAddress = 20
	// backlog is how many events may wait for one listener. Whoever is further behind is
	// dropped: the page connects again and is told how things stand.
	backlog = 16
	// fullRetry is when an address that has too many streams may ask again.
	fullRetry = 10 * time.Second
)

// Settings are what a Hub works with.
type Settings struct {
	Bus      bff.Bus      // where ended sessions and moved balances are told
	Jackpots Jackpots     // nil: nobody is told of jackpots
	Log      *slog.Logger // default slog.Default()
}

// Hub is the gateway.Events of one instance.
type Hub struct {
	bus      bff.Bus
	jackpots Jackpots
	log      *slog.Logger

	mu      sync.Mutex
	ended   bool
	brands  map[string]listeners
	players map[player]listeners
	open    map[address]int
}

type (
	listeners map[*listener]struct{}
	player    struct{ brand, player string }
	address   struct{ brand, subject string }
)

// listener is one open stream; out is closed when it is over.
type listener struct {
	bff.Listener
	out   chan bff.Event
	shown json.RawMessage // the jackpots that it was told last
}

// New makes a Hub; Run brings it to life.
func New(s Settings) *Hub {
	if s.Log == nil {
		s.Log = slog.Default()
	}
	return &Hub{
		bus: s.Bus, jackpots: s.Jackpots, log: s.Log,
		brands: map[string]listeners{}, players: map[player]listeners{}, open: map[address]int{},
	}
}

// Run passes on what happens until ctx ends, and then ends every stream. At each tick it
// looks at the jackpots of brands that somebody listens to.
func (h *Hub) Run(ctx context.Context, ticks <-chan time.Time) {
	defer h.end()
	if h.bus != nil {
		defer h.bus.Subscribe(bff.TopicSessions, h.sessions)()
		defer h.bus.Subscribe(bff.TopicBalance, h.balance)()
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
			h.lookAtJackpots(ctx)
		}
	}
}

// Listen opens a stream; see gateway.Events.
func (h *Hub) Listen(l bff.Listener) (events <-chan bff.Event, cancel func(), err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ended {
		return nil, nil, bff.ReasonUnavailable.WithRetryAfter(time.Second)
	}
	if h.open[addressOf(l)] >= allowance(l) {
		return nil, nil, bff.ReasonRateLimited.WithRetryAfter(fullRetry)
	}
	in := &listener{Listener: l, out: make(chan bff.Event, backlog)}
	h.open[addressOf(l)]++
	add(h.brands, l.Brand.ID, in)
	if l.Player != "" {
		add(h.players, player{l.Brand.ID, l.Player}, in)
	}
	return in.out, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.drop(in)
	}, nil
}

// Maintenance tells the listeners of a brand, or of all with "*", that its state may have
// changed. A part of it, brand/class, concerns the same listeners.
func (h *Hub) Maintenance(brand string) {
	brand, _, _ = strings.Cut(brand, "/")
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, all := range h.brands {
		if brand == "*" || brand == id {
			h.tell(all, bff.Event{Name: bff.EventMaintenance}, everybody)
		}
	}
}

func everybody(*listener) bool { return true }

// tell sends to those of all whom pick picks; under mu. Nobody is waited for.
func (h *Hub) tell(all listeners, e bff.Event, pick func(*listener) bool) {
	for l := range all {
		if !pick(l) {
			continue
		}
		select {
		case l.out <- e:
		default:
			h.drop(l)
		}
	}
}

// drop ends a stream; under mu. Ending it again changes nothing.
func (h *Hub) drop(l *listener) {
	all := h.brands[l.Brand.ID]
	if _, ok := all[l]; !ok {
		return
	}
	close(l.out)
	remove(h.brands, l.Brand.ID, l)
	remove(h.players, player{l.Brand.ID, l.Player}, l)
	if key := addressOf(l.Listener); h.open[key] > 1 {
		h.open[key]--
	} else {
		delete(h.open, key)
	}
}

// end closes every stream and lets nobody in any more.
func (h *Hub) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ended = true
	for _, all := range h.brands {
		for l := range all {
			h.drop(l)
		}
	}
}

func addressOf(l bff.Listener) address { return address{l.Brand.ID, l.Subject} }

// allowance is how many streams the listener's address may have on its brand.
func allowance(l bff.Listener) int {
	if slices.ContainsFunc(l.Brand.Exempt, func(p netip.Prefix) bool { return p.Contains(l.Visitor) }) {
		return int(^uint(0) >> 1)
	}
	if own, ok := l.Brand.Limits[bff.LimitEvents]; ok {
		return own.Count
	}
	return perAddress
}

func add[K comparable](index map[K]listeners, key K, l *listener) {
	if index[key] == nil {
		index[key] = listeners{}
	}
	index[key][l] = struct{}{}
}

func remove[K comparable](index map[K]listeners, key K, l *listener) {
	delete(index[key], l)
	if len(index[key]) == 0 {
		delete(index, key)
	}
}
