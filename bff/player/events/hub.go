// Package events distributes server-sent events to open pages. The gateway writes the streams.
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
	// maxStreamsPerAddress is the default number of streams per address.
	maxStreamsPerAddress = 20
	// bufferSize is the number of buffered events per listener. The hub disconnects slower
	// listeners, and their pages reconnect.
	bufferSize = 16
	// limitRetryAfter is the Retry-After for an address with too many streams.
	limitRetryAfter = 10 * time.Second
)

// EventName is the name of an event of /v1/events.
type EventName string

// The events of /v1/events.
const (
	EventMaintenance EventName = "maintenance" // the site or a part of it was closed or opened
	EventSession     EventName = "session"     // the listener's session may have ended
	EventJackpots    EventName = "jackpots"    // jackpots have changed
	EventBalance     EventName = "balance"     // the listener's balance may have changed
	EventLimits      EventName = "limits"      // a limit, break or exclusion of the listener has changed
	EventPayment     EventName = "payment"     // a payment of the listener has changed (PaymentEvent of site.json)
)

// Event is an event for open pages. Its Data is nil if it depends on the listener.
type Event struct {
	Name EventName
	Data json.RawMessage
}

// Listener describes an open event stream of a page.
type Listener struct {
	Brand     *bff.Brand
	Visitor   netip.Addr
	Subject   string // key for counting the streams of an address
	Lang      string
	Partition bff.Partition
	Player    string // see Identity.Player, empty for a visitor without a session
}

// Settings are the dependencies of a Hub.
type Settings struct {
	Bus      bff.Bus
	Jackpots Jackpots
	Log      *slog.Logger
	// HashPlayer returns the hash under which the payments of a player are stored.
	HashPlayer func(brand, player string) string
}

// Hub distributes events on one instance.
type Hub struct {
	Settings

	mu      sync.Mutex
	stopped bool
	brands  map[string]listeners
	players map[player]listeners
	streams map[address]int
}

type (
	listeners map[*listener]struct{}
	player    struct{ brand, player string }
	address   struct{ brand, subject string }
)

// listener is one open stream. The hub closes out when the stream ends.
type listener struct {
	Listener
	out          chan Event
	hash         string          // hash of the player
	lastJackpots json.RawMessage // jackpots that were sent last

	sent, balanceAt int // numbers of the last event and of the last balance event without data
}

// New returns a Hub. Call Run to start it.
func New(s Settings) *Hub {
	return &Hub{
		Settings: s, brands: map[string]listeners{}, players: map[player]listeners{}, streams: map[address]int{},
	}
}

// Run forwards events until ctx ends and then closes every stream. At each tick, it sends changed
// jackpots.
func (h *Hub) Run(ctx context.Context, ticks <-chan time.Time) {
	defer h.closeAll()
	defer h.Bus.Subscribe(bff.TopicSessions, bff.Decoded(h.Log, h.onSessionsEnded), h.closeStreams)()
	defer h.Bus.Subscribe(bff.TopicBalance, bff.Decoded(h.Log, h.onBalanceChanged), h.closeStreams)()
	defer h.Bus.Subscribe(bff.TopicPayment, bff.Decoded(h.Log, h.onPaymentSettled), h.closeStreams)()
	defer h.Bus.Subscribe(bff.TopicPaymentChanged, bff.Decoded(h.Log, h.onPaymentChanged), h.closeStreams)()
	defer h.Bus.Subscribe(bff.TopicProtection, bff.Decoded(h.Log, h.onProtectionChanged), h.closeStreams)()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
			h.sendJackpots(ctx)
		}
	}
}

// Listen returns the events for l until the listener is too slow or the server shuts down. Always
// call cancel. Listen fails with ReasonRateLimited or ReasonUnavailable.
func (h *Hub) Listen(l Listener) (events <-chan Event, cancel func(), err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.stopped {
		return nil, nil, bff.ReasonUnavailable.WithRetryAfter(time.Second)
	}
	if h.streams[addressOf(l)] >= allowance(l) {
		return nil, nil, bff.ReasonRateLimited.WithRetryAfter(limitRetryAfter)
	}
	in := &listener{Listener: l, out: make(chan Event, bufferSize)}
	h.streams[addressOf(l)]++
	add(h.brands, l.Brand.ID, in)
	if l.Player != "" {
		add(h.players, player{l.Brand.ID, l.Player}, in)
		in.hash = h.HashPlayer(l.Brand.ID, l.Player)
	}
	return in.out, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.close(in)
	}, nil
}

// Maintenance notifies the listeners of a brand. brand may also be brand/class, or "*" for all
// brands.
func (h *Hub) Maintenance(brand string) {
	brand, _, _ = strings.Cut(brand, "/")
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, all := range h.brands {
		if brand == "*" || brand == id {
			h.send(all, Event{Name: EventMaintenance})
		}
	}
}

// send sends e to listeners without blocking. The caller must hold mu. A balance event without data
// has no effect while another is waiting, so many events cause one request to the platform.
func (h *Hub) send(to listeners, e Event) {
	for l := range to {
		isSignal := e.Name == EventBalance && e.Data == nil
		if isSignal && l.balanceAt > l.sent-len(l.out) {
			continue
		}
		select {
		case l.out <- e:
			if l.sent++; isSignal {
				l.balanceAt = l.sent
			}
		default:
			h.close(l)
		}
	}
}

// close ends a stream. A second call has no effect. The caller must hold mu.
func (h *Hub) close(l *listener) {
	all := h.brands[l.Brand.ID]
	if _, ok := all[l]; !ok {
		return
	}
	close(l.out)
	remove(h.brands, l.Brand.ID, l)
	remove(h.players, player{l.Brand.ID, l.Player}, l)
	if key := addressOf(l.Listener); h.streams[key] > 1 {
		h.streams[key]--
	} else {
		delete(h.streams, key)
	}
}

// closeAll closes every stream and refuses new ones.
func (h *Hub) closeAll() {
	h.mu.Lock()
	h.stopped = true
	h.mu.Unlock()
	h.closeStreams()
}

// closeStreams closes every stream. The pages reconnect and get the current state.
func (h *Hub) closeStreams() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, all := range h.brands {
		for l := range all {
			h.close(l)
		}
	}
}

func addressOf(l Listener) address { return address{l.Brand.ID, l.Subject} }

// allowance returns the maximum number of streams of the listener's address on its brand.
func allowance(l Listener) int {
	if slices.ContainsFunc(l.Brand.Exempt, func(p netip.Prefix) bool { return p.Contains(l.Visitor) }) {
		return int(^uint(0) >> 1)
	}
	if own, ok := l.Brand.Limits[bff.LimitEvents]; ok {
		return own.Count
	}
	return maxStreamsPerAddress
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
