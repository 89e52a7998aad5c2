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

// Jackpots returns the data of habanero/getJackpots for the brand with an id, in a language and
// mock world (empty for the default one), through the response cache; ok is false on failure.
// The brand is named by id, as listeners hold the configuration they connected under.
type Jackpots func(ctx context.Context, brand, lang, world string) (data json.RawMessage, ok bool)

// jackpotsTimeout bounds one round of jackpot lookups.
const jackpotsTimeout = 4 * time.Second

// onSessionsEnded forwards an ended session to the player. The writer of the stream checks
// whether its own session is affected.
func (h *Hub) onSessionsEnded(payload []byte) {
	var ended bff.SessionsEnded
	if err := json.Unmarshal(payload, &ended); err != nil {
		h.log.Warn("decode ended session: failed", "error", err)
		return
	}
	h.sendToPlayer(ended.Brand, ended.Player, bff.Event{Name: bff.EventSession})
}

// onBalanceChanged forwards a balance change to the player.
func (h *Hub) onBalanceChanged(payload []byte) {
	var moved bff.BalanceChanged
	if err := json.Unmarshal(payload, &moved); err != nil {
		h.log.Warn("decode moved balance: failed", "error", err)
		return
	}
	h.sendToPlayer(moved.Brand, moved.Player, bff.Event{Name: bff.EventBalance, Data: moved.Balance})
}

// onPaymentSettled forwards the outcome of a payment to its player.
func (h *Hub) onPaymentSettled(payload []byte) {
	var settled bff.PaymentSettled
	if err := json.Unmarshal(payload, &settled); err != nil {
		h.log.Warn("decode settled payment: failed", "error", err)
		return
	}
	if settled.Player == "" {
		return // a proposal, which concerns staff alone
	}
	data, err := json.Marshal(struct {
		TransactionID any                `json:"transaction_id,omitempty"`
		Key           string             `json:"key"`
		Status        bff.SettledOutcome `json:"status"`
	}{recordid.Of(settled.Reference), settled.Key, settled.Outcome})
	if err != nil {
		h.log.Warn("encode settled payment: failed", "error", err)
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.send(h.hashes[player{settled.Brand, settled.Player}], bff.Event{Name: bff.EventPayment, Data: data}, anyListener)
}

// onPaymentChanged forwards what the platform has done with a payment to its player.
func (h *Hub) onPaymentChanged(payload []byte) {
	var changed bff.PaymentChanged
	if err := json.Unmarshal(payload, &changed); err != nil {
		h.log.Warn("decode changed payment: failed", "error", err)
		return
	}
	data, err := json.Marshal(struct {
		TransactionID bff.RecordID      `json:"transaction_id,omitempty"`
		Key           string            `json:"key,omitempty"`
		Status        bff.PaymentStatus `json:"status"`
	}{changed.TransactionID, changed.Key, changed.Status})
	if err != nil {
		h.log.Warn("encode changed payment: failed", "error", err)
		return
	}
	h.sendToPlayer(changed.Brand, changed.Player, bff.Event{Name: bff.EventPayment, Data: data})
}

// onProtectionChanged tells a player's pages that other limits may hold.
func (h *Hub) onProtectionChanged(payload []byte) {
	var changed bff.ProtectionChanged
	if err := json.Unmarshal(payload, &changed); err != nil {
		h.log.Warn("decode changed limits: failed", "error", err)
		return
	}
	h.sendToPlayer(changed.Brand, changed.Player, bff.Event{Name: bff.EventLimits, Data: json.RawMessage(`{"changed":true}`)})
}

func (h *Hub) sendToPlayer(brand, name string, e bff.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.send(h.players[player{brand, name}], e, anyListener)
}

// jackpotKey identifies listeners that see the same jackpots; mock worlds have their own.
type jackpotKey struct{ brand, lang, world string }

func jackpotKeyOf(l *listener) jackpotKey { return jackpotKey{l.Brand.ID, l.Lang, l.World} }

// sendJackpots sends each listener the jackpots unless it has them already.
func (h *Hub) sendJackpots(ctx context.Context) {
	if h.jackpots == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, jackpotsTimeout)
	defer cancel()
	var group sync.WaitGroup
	for a := range h.jackpotKeys() {
		group.Go(func() {
			data, ok := h.jackpots(ctx, a.brand, a.lang, a.world)
			if !ok {
				return
			}
			h.mu.Lock()
			defer h.mu.Unlock()
			h.send(h.brands[a.brand], bff.Event{Name: bff.EventJackpots, Data: data}, func(l *listener) bool {
				if jackpotKeyOf(l) != a || bytes.Equal(l.lastJackpots, data) {
					return false
				}
				l.lastJackpots = data
				return true
			})
		})
	}
	group.Wait()
}

func (h *Hub) jackpotKeys() map[jackpotKey]struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	keys := map[jackpotKey]struct{}{}
	for _, all := range h.brands {
		for l := range all {
			keys[jackpotKeyOf(l)] = struct{}{}
		}
	}
	return keys
}
