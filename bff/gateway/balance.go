package gateway

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"sync"

	"croupier/bff"
)

// maxBalances is the number of players whose last balance is remembered.
const maxBalances = 10_000

// balances remembers the last balance of players, to detect changes.
type balances struct {
	mu   sync.Mutex
	last map[balanceKey][sha256.Size]byte
}

type balanceKey struct{ brand, player string }

// changed records the data of a balance and reports whether it differs from the last one. The first balance of
// a player is no change.
func (b *balances) changed(key balanceKey, data []byte) bool {
	sum := sha256.Sum256(data)
	b.mu.Lock()
	defer b.mu.Unlock()
	last, ok := b.last[key]
	if b.last == nil || len(b.last) >= maxBalances && !ok {
		b.last = map[balanceKey][sha256.Size]byte{} // costs the forgotten players one event
	}
	b.last[key] = sum
	return ok && last != sum
}

// publishBalance notifies the player's open pages of a changed balance: after a check_balance with
// another result than before, and after an accepted money call.
func (g *gateway) publishBalance(ctx context.Context, r *request, a *bff.Answer) {
	if g.Bus == nil || r.scope.Session == nil || !a.Result {
		return
	}
	event := bff.BalanceChanged{Brand: r.scope.Brand.ID, Player: r.scope.Session.Identity.Player()}
	switch {
	case r.scope.Call.Name() == "finance/check_balance":
		if !g.balances.changed(balanceKey{event.Brand, event.Player}, a.Data) {
			return
		}
		if event.Balance = firstElement(a.Data); event.Balance == nil {
			return
		}
	case r.scope.Rules.Kind != bff.KindMoney:
		return
	}
	payload, err := json.Marshal(event)
	if err == nil {
		err = g.Bus.Publish(context.WithoutCancel(ctx), bff.TopicBalance, payload)
	}
	if err != nil { // pages poll the balance too
		g.Log.WarnContext(ctx, "publish balance: failed", "cause", err.Error())
	}
}
