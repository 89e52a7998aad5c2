package events

import (
	"bytes"
	"context"
	"encoding/json"
	"sync"
	"time"

	"croupier/bff"
	"croupier/bff/internal/recordid"
)

// Jackpots returns the data of habanero/getJackpots for the brand of a partition. It must look up
// the brand, because listeners may have an outdated configuration.
type Jackpots func(ctx context.Context, p bff.Partition, lang string) (data json.RawMessage, ok bool)

// jackpotsTimeout is the maximum time of one round of jackpot lookups.
const jackpotsTimeout = 4 * time.Second

// onSessionsEnded forwards the end of a session. The writer of each stream checks its own session.
func (h *Hub) onSessionsEnded(ended bff.SessionsEnded) {
	h.sendToPlayer(ended.Brand, ended.Player, Event{Name: EventSession})
}

func (h *Hub) onBalanceChanged(moved bff.BalanceChanged) {
	h.sendToPlayer(moved.Brand, moved.Player, Event{Name: EventBalance, Data: moved.Balance})
}

// paymentEvent is the data of EventPayment.
type paymentEvent struct {
	TransactionID any    `json:"transaction_id,omitempty"`
	Key           string `json:"key,omitempty"`
	Status        string `json:"status"`
}

// onPaymentSettled forwards the outcome of a payment to its player, by the player's hash.
func (h *Hub) onPaymentSettled(settled bff.PaymentSettled) {
	event := paymentEvent{recordid.Of(settled.Reference), settled.Key, string(settled.Outcome)}
	data, _ := json.Marshal(event) // texts and a number never fail
	h.mu.Lock()
	defer h.mu.Unlock()
	for l := range h.brands[settled.Brand] {
		if l.hash != "" && l.hash == settled.Player { // a proposal names no player, because it concerns only staff
			h.send(listeners{l: {}}, Event{Name: EventPayment, Data: data})
		}
	}
}

// onPaymentChanged forwards a new state of a payment to its player.
func (h *Hub) onPaymentChanged(changed bff.PaymentChanged) {
	event := paymentEvent{Key: changed.Key, Status: string(changed.Status)}
	if len(changed.TransactionID) > 0 {
		event.TransactionID = changed.TransactionID
	}
	data, _ := json.Marshal(event) // texts and a decoded id never fail
	h.sendToPlayer(changed.Brand, changed.Player, Event{Name: EventPayment, Data: data})
}

// onProtectionChanged notifies a player's pages that limits may have changed.
func (h *Hub) onProtectionChanged(changed bff.ProtectionChanged) {
	h.sendToPlayer(changed.Brand, changed.Player, Event{Name: EventLimits, Data: json.RawMessage(`{"changed":true}`)})
}

func (h *Hub) sendToPlayer(brand, name string, e Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.send(h.players[player{brand, name}], e)
}

// jackpotKey identifies listeners that see the same jackpots.
type jackpotKey struct {
	partition bff.Partition
	lang      string
}

func jackpotKeyOf(l *listener) jackpotKey { return jackpotKey{l.Partition, l.Lang} }

// sendJackpots sends the jackpots to each listener that does not have them yet.
func (h *Hub) sendJackpots(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, jackpotsTimeout)
	defer cancel()
	keys := map[jackpotKey]struct{}{}
	h.mu.Lock()
	for _, all := range h.brands {
		for l := range all {
			keys[jackpotKeyOf(l)] = struct{}{}
		}
	}
	h.mu.Unlock()
	var group sync.WaitGroup
	for a := range keys {
		group.Go(func() {
			data, ok := h.Jackpots(ctx, a.partition, a.lang)
			if !ok {
				return
			}
			h.mu.Lock()
			defer h.mu.Unlock()
			to := listeners{}
			for l := range h.brands[a.partition.Brand()] {
				if jackpotKeyOf(l) == a && !bytes.Equal(l.lastJackpots, data) {
					l.lastJackpots, to[l] = data, struct{}{}
				}
			}
			h.send(to, Event{Name: EventJackpots, Data: data})
		})
	}
	group.Wait()
}
