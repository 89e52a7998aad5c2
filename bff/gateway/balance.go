package gateway

import (
	"crypto/sha256"
	"encoding/json"
	"sync"

	"croupier/bff"
)

// balanceMemory is how many players' balances are remembered.
const balanceMemory = 10_000

// balances remembers what players' balances were, to tell when one has moved.
type balances struct {
	mu   sync.Mutex
	last map[balanceKey][sha256.Size]byte
}

type balanceKey struct{ brand, player string }

// moved tells whether the balance is another than the one seen last. One that was never
// seen has not moved.
func (b *balances) moved(key balanceKey, data []byte) bool {
	sum := sha256.Sum256(data)
	b.mu.Lock()
	defer b.mu.Unlock()
	was, ok := b.last[key]
	if b.last == nil || len(b.last) >= balanceMemory && !ok {
		b.last = map[balanceKey][sha256.Size]byte{} // whoever is forgotten is told a little later
	}
	b.last[key] = sum
	return ok && was != sum
}

// tellBalance tells the player's open pages that their balance has moved: a call showed
// another one than before, or a money call was accepted.
func (g *gateway) tellBalance(x *exchange, a *bff.Answer) {
	if g.Bus == nil || x.scope.Session == nil || !a.Result {
		return
	}
	moved := bff.BalanceMoved{Brand: x.scope.Brand.ID, Player: x.scope.Session.Identity.Player()}
	switch {
	case x.scope.Call.Name() == "finance/check_balance":
		moved.Balance = firstElement(a.Data)
		if moved.Balance == nil || !g.seen.moved(balanceKey{moved.Brand, moved.Player}, moved.Balance) {
			return
		}
	case x.scope.Rules.Kind != bff.KindMoney:
		return
	}
	payload, err := json.Marshal(moved)
	if err == nil {
		err = g.Bus.Publish(x.ctx, bff.TopicBalance, payload)
	}
	if err != nil { // pages ask for the balance by themselves too
		g.Log.WarnContext(x.ctx, "a moved balance was not told everywhere", "error", err)
	}
}
