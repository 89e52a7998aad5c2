package gateway

import (
	"context"
	"encoding/json"
	"hash/maphash"

	"croupier/bff"
	"croupier/bff/internal/generations"
)

// maxBalances is the number of players whose last balance is remembered at least.
const maxBalances = 100_000

// balances remembers the last balance of players, to detect changes.
type balances struct {
	seed maphash.Seed
	last *generations.Map[balanceKey, uint64]
}

type balanceKey struct{ brand, player string }

func newBalances() *balances {
	return &balances{seed: maphash.MakeSeed(), last: generations.New[balanceKey](generations.Options[uint64]{MaxEntries: maxBalances, KeepUsed: true})}
}

// changed records the data of a balance and reports whether it differs from the last one. The first balance of
// a player is no change.
func (b *balances) changed(key balanceKey, data []byte) bool {
	sum := maphash.Bytes(b.seed, data)
	last, ok := b.last.Get(key)
	if !ok || last != sum {
		b.last.Put(key, sum)
	}
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
