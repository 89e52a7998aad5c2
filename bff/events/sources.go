package events

import (
	"bytes"
	"context"
	"encoding/json"
	"sync"
	"time"

	"croupier/bff"
)

// Jackpots gives the data of habanero/getJackpots for the brand with an id in a language and,
// where not empty, a mock world, through what is kept; ok is false where there is none to be
// had. Listeners know their brand as it was when they came.
type Jackpots func(ctx context.Context, brand, lang, world string) (data json.RawMessage, ok bool)

// jackpotsTimeout bounds one look at the jackpots.
const jackpotsTimeout = 4 * time.Second

// sessions passes on that sessions were ended. Whether a listener's own is among them is
// found out by whoever writes its stream.
func (h *Hub) sessions(payload []byte) {
	var ended bff.SessionsEnded
	if err := json.Unmarshal(payload, &ended); err != nil {
		h.log.Warn("a message about sessions cannot be read", "error", err)
		return
	}
	h.toPlayer(ended.Brand, ended.Player, bff.Event{Name: bff.EventSession})
}

// balance passes on that a balance may have moved.
func (h *Hub) balance(payload []byte) {
	var moved bff.BalanceMoved
	if err := json.Unmarshal(payload, &moved); err != nil {
		h.log.Warn("a message about a balance cannot be read", "error", err)
		return
	}
	h.toPlayer(moved.Brand, moved.Player, bff.Event{Name: bff.EventBalance, Data: moved.Balance})
}

func (h *Hub) toPlayer(brand, name string, e bff.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.tell(h.players[player{brand, name}], e, everybody)
}

// audience is who sees the same jackpots: testers in mock worlds have their own.
type audience struct{ brand, lang, world string }

func audienceOf(l *listener) audience { return audience{l.Brand.ID, l.Lang, l.World} }

// lookAtJackpots tells those who listen what they have not been told yet: who has just come
// hears how the jackpots stand, the others what has moved.
func (h *Hub) lookAtJackpots(ctx context.Context) {
	if h.jackpots == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, jackpotsTimeout)
	defer cancel()
	var group sync.WaitGroup
	for a := range h.audiences() {
		group.Go(func() {
			data, ok := h.jackpots(ctx, a.brand, a.lang, a.world)
			if !ok {
				return
			}
			h.mu.Lock()
			defer h.mu.Unlock()
			h.tell(h.brands[a.brand], bff.Event{Name: bff.EventJackpots, Data: data}, func(l *listener) bool {
				if audienceOf(l) != a || bytes.Equal(l.shown, data) {
					return false
				}
				l.shown = data
				return true
			})
		})
	}
	group.Wait()
}

func (h *Hub) audiences() map[audience]struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	there := map[audience]struct{}{}
	for _, all := range h.brands {
		for l := range all {
			there[audienceOf(l)] = struct{}{}
		}
	}
	return there
}
