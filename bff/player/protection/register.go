package protection

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/internal/sealed"
)

// Register stores the states of players, encrypted and under hashed keys. It is safe for concurrent
// use.
type Register struct {
	store bff.KeyedStore
	key   *indexkey.Key
	box   *sealed.Box
}

// maxAttempts is the maximum number of attempts to store one change. One of several competing
// attempts always succeeds.
const maxAttempts = 100

// ErrContended means that competing changes have overtaken a change maxAttempts times. The change
// was not stored.
var ErrContended = errors.New("other changes to the player's state came first")

// NewRegister returns a Register. It needs exclusive use of store.
func NewRegister(store bff.KeyedStore, key *indexkey.Key) *Register {
	r := &Register{store: store, key: key, box: sealed.New(key.Derive("protection"))}
	// After a restart, the store may contain records that other instances have changed since.
	if s, ok := store.(interface {
		OnConflict(merge func(id string, mine, theirs []byte) (joined []byte, until time.Time, err error))
	}); ok {
		s.OnConflict(r.merge)
	}
	return r
}

// merge returns the stricter of two states if the store has lost a change that this instance knows.
// Otherwise it returns nil.
func (r *Register) merge(id string, mine, theirs []byte) (joined []byte, until time.Time, err error) {
	known, err := r.open(id, mine)
	if err != nil {
		return nil, until, nil //nolint:nilerr // it is sealed by a key of the past
	}
	present, err := r.open(id, theirs)
	if err != nil || !known.hasChangeBeyond(present) {
		return nil, until, err
	}
	return r.seal(id, Stricter(present, known))
}

// Get returns the state of a player.
func (r *Register) Get(ctx context.Context, brand, player string) (*Player, error) {
	return r.get(ctx, r.id(brand, player))
}

func (r *Register) get(ctx context.Context, id string) (*Player, error) {
	raw, err := r.store.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	return r.open(id, raw)
}

// Change applies change to the state of a player and stores the result durably. If the state
// changes meanwhile, it applies change again. It returns an error of change as is. After another
// error, the state may have been stored.
func (r *Register) Change(ctx context.Context, brand, player string, change func(*Player) error) error {
	return r.change(ctx, r.id(brand, player), func(p *Player) error {
		if err := change(p); err != nil {
			return err
		}
		p.Brand, p.Player = brand, player
		return nil
	})
}

func (r *Register) change(ctx context.Context, id string, change func(*Player) error) error {
	for range maxAttempts {
		old, err := r.store.Get(ctx, id)
		if err != nil {
			return err
		}
		p, err := r.open(id, old)
		if err != nil {
			return err
		}
		if err := change(p); err != nil {
			return err
		}
		raw, until, err := r.seal(id, p)
		if err != nil {
			return err
		}
		if swapped, err := r.store.Swap(ctx, id, old, raw, until); swapped || err != nil {
			return err
		}
	}
	return ErrContended
}

// Join makes the state under id at least as strict as raw, the state of another store.
func (r *Register) Join(ctx context.Context, id string, raw []byte) error {
	theirs, err := r.open(id, raw)
	if err != nil {
		return err
	}
	return r.change(ctx, id, func(p *Player) error {
		*p = *Stricter(p, theirs)
		return nil
	})
}

// Each calls fn with every state, in no order, until fn fails.
func (r *Register) Each(ctx context.Context, fn func(*Player) error) error {
	return r.store.Each(ctx, func(id string, raw []byte) error {
		p, err := r.open(id, raw)
		if err != nil {
			return err
		}
		return fn(p)
	})
}

// seal returns the encrypted state and the time until which it is needed. A zero time means always.
func (r *Register) seal(id string, p *Player) (raw []byte, until time.Time, err error) {
	plain, err := json.Marshal(p)
	return r.box.Seal(plain, id), p.neededUntil(time.Now()), err
}

// open returns the state in a stored value. For nil, it returns an empty state.
func (r *Register) open(id string, raw []byte) (*Player, error) {
	p := &Player{}
	if raw == nil {
		return p, nil
	}
	if err := r.box.OpenJSON(raw, id, p); err != nil {
		return nil, fmt.Errorf("could not read the player's limits: %w", err)
	}
	return p, nil
}

// personID returns the id of the record for a value of a field within a scope.
func (r *Register) personID(scope, field, value string) string {
	return r.key.Hash(indexkey.Person, scope, field, value)
}

func (r *Register) id(brand, player string) string {
	return r.key.Hash(indexkey.Protection, brand, player)
}

// Stricter returns a state that forbids everything that a or b forbids. Use it to join the states
// of two stores, one of which may have lost changes. It drops rounds, proposals and the record of
// the personal data, which Croupier then collects again.
func Stricter(a, b *Player) *Player {
	out := &Player{
		Brand: cmp.Or(a.Brand, b.Brand), Player: cmp.Or(a.Player, b.Player), Closing: a.join(b.Closing),
		LastMinute: later(a.LastMinute, b.LastMinute), RealityTime: a.RealityTime,
		Platform: stricterHeld(a.Platform, b.Platform),
		Members:  union(a.Members, b.Members), Keys: union(a.Keys, b.Keys), Matches: a.Matches, History: a.History,
	}
	if out.RealityTime == 0 || b.RealityTime > 0 && b.RealityTime < out.RealityTime {
		out.RealityTime = b.RealityTime
	}
	if len(b.Matches) > len(out.Matches) {
		out.Matches = b.Matches
	}
	if len(b.History) > len(out.History) {
		out.History = b.History
	}
	isSameDay := func(x, y PlayedDay) bool { return x.Day == y.Day }
	out.Played = joined(a.Played, b.Played, isSameDay, func(d *PlayedDay, other PlayedDay) {
		d.Minutes = max(d.Minutes, other.Minutes)
	})
	for i, d := range out.Played {
		out.Played[i] = PlayedDay{Day: d.Day, Minutes: d.Minutes}
	}
	out.Limits = joined(a.Limits, b.Limits, isSameLimit, func(l *bff.PlayerLimit, other bff.PlayerLimit) {
		l.Value = min(l.Value, other.Value)
	})
	for i := range out.Limits {
		l := &out.Limits[i]
		x, y := a.limit(l.LimitID), b.limit(l.LimitID)
		if x == nil || y == nil || x.Pending == nil || y.Pending == nil || *x.Pending != *y.Pending {
			l.Pending = nil // one state does not know the pending value or has withdrawn it
		}
	}
	isSameDeposit := func(x, y Deposit) bool { return x.isSame(y.DepositName) }
	out.Deposits = joined(a.Deposits, b.Deposits, isSameDeposit, func(d *Deposit, other Deposit) {
		d.At, d.Executed = later(d.At, other.At), d.Executed || other.Executed
		if len(d.Transaction) == 0 {
			d.Transaction = other.Transaction
		}
	})
	return out
}

// joined returns the elements of a and b, in order. It calls join for elements that both contain.
func joined[E any](a, b []E, isSame func(x, y E) bool, join func(mine *E, theirs E)) []E {
	out := slices.Clone(a)
	for _, theirs := range b {
		if i := slices.IndexFunc(out, func(mine E) bool { return isSame(mine, theirs) }); i >= 0 {
			join(&out[i], theirs)
		} else {
			out = append(out, theirs)
		}
	}
	return out
}

// union returns the elements of a and b without duplicates, in order.
func union[E comparable](a, b []E) []E {
	return joined(a, b, func(x, y E) bool { return x == y }, func(*E, E) {})
}

// stricterHeld returns the later report without the sent changes. Values from Croupier then count
// as the platform's own.
func stricterHeld(a, b *Held) *Held {
	if a == nil || b != nil && b.AsOf.After(a.AsOf) {
		a = b
	}
	if a == nil {
		return nil
	}
	out := *a
	out.Sent = nil
	return &out
}
