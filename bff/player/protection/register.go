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

// Register stores the states of players, sealed and under hashes. Instances that share a store share the states. It
// is safe for concurrent use.
type Register struct {
	store bff.KeyedStore
	key   *indexkey.Key
	box   *sealed.Box
}

// maxAttempts bounds the attempts of one change. Of competing attempts one always succeeds.
const maxAttempts = 100

// ErrContended is the error of a change that competing ones have overtaken maxAttempts times. Nothing was changed.
var ErrContended = errors.New("the player's state is being changed by others")

// NewRegister returns a Register that uses a store of its own.
func NewRegister(store bff.KeyedStore, key *indexkey.Key) *Register {
	r := &Register{store: store, key: key, box: sealed.New(key.Derive("protection"))}
	if s, ok := store.(remembering); ok {
		s.OnConflict(r.merge)
	}
	return r
}

// remembering is a store that knows records of this instance's former runs.
type remembering interface {
	// OnConflict sets what joins such a record with the one that others have changed since.
	OnConflict(merge func(id string, mine, theirs []byte) (joined []byte, until time.Time, err error))
}

// merge returns the stricter of two states if the store has lost a change that this instance knew. Otherwise it
// returns nil.
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

// Change applies change to the state of a player and stores it durably. It may apply it several times, each time to a
// newer state. An error of change is returned as it is, and nothing is stored. Another error leaves open whether the
// state was stored: the caller must not go on as if it had been, and may repeat what is safe to repeat.
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

// Join makes the state under an id as strict as the one that another store has under it: what a backup does not know
// still applies.
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

// seal returns the stored value of a state, and until when it is needed; zero: for ever.
func (r *Register) seal(id string, p *Player) (raw []byte, until time.Time, err error) {
	plain, err := json.Marshal(p)
	return r.box.Seal(plain, id), p.neededUntil(time.Now()), err
}

// open returns the state in a stored value, or that of a player who has set nothing.
func (r *Register) open(id string, raw []byte) (*Player, error) {
	p := &Player{}
	if raw == nil {
		return p, nil
	}
	plain, err := r.box.Open(raw, id)
	if err == nil {
		err = json.Unmarshal(plain, p)
	}
	if err != nil {
		return nil, fmt.Errorf("read a player's limits: %w", err)
	}
	return p, nil
}

// personID returns the id of the record of whoever has a value of a field within a scope.
func (r *Register) personID(scope, field, value string) string {
	return r.key.Hash(indexkey.Person, scope, field, value)
}

func (r *Register) id(brand, player string) string {
	return r.key.Hash(indexkey.Protection, brand, player)
}

// Stricter returns a state that allows nothing that a or b forbids. It joins what two stores remember of a player,
// one of which may have lost changes.
func Stricter(a, b *Player) *Player {
	out := &Player{
		Brand: cmp.Or(a.Brand, b.Brand), Player: cmp.Or(a.Player, b.Player),
		CoolOff: later(a.CoolOff, b.CoolOff), Excluded: later(a.Excluded, b.Excluded), Forever: a.Forever || b.Forever,
		Limits: slices.Clone(a.Limits), Deposits: slices.Clone(a.Deposits), Played: slices.Clone(a.Played),
		LastMinute: later(a.LastMinute, b.LastMinute), RealityTime: a.RealityTime, History: slices.Clone(a.History),
		Platform: stricterHeld(a.Platform, b.Platform),
		Members:  union(a.Members, b.Members), Keys: union(a.Keys, b.Keys), // who the player is, is noted anew
		Matches: a.Matches,
	} // rounds are asked for anew, and proposals made anew
	if out.RealityTime == 0 || b.RealityTime > 0 && b.RealityTime < out.RealityTime {
		out.RealityTime = b.RealityTime
	}
	if len(b.Matches) > len(out.Matches) {
		out.Matches = b.Matches
	}
	if len(b.History) > len(out.History) {
		out.History = slices.Clone(b.History)
	}
	for i := range out.Played {
		d := &out.Played[i]
		d.Final, d.Recent, d.Bets = Result{}, Result{}, Result{}
	}
	for _, d := range b.Played {
		at := slices.IndexFunc(out.Played, func(mine PlayedDay) bool { return mine.Day == d.Day })
		if at < 0 {
			out.Played = append(out.Played, PlayedDay{Day: d.Day})
			at = len(out.Played) - 1
		}
		out.Played[at].Minutes = max(out.Played[at].Minutes, d.Minutes)
	}
	for _, other := range b.Limits {
		l := out.limit(other.LimitID)
		switch {
		case l == nil:
			out.Limits = append(out.Limits, other)
			l = &out.Limits[len(out.Limits)-1]
		case other.Value < l.Value:
			l.Value = other.Value
		}
		if mine := a.limit(other.LimitID); mine == nil || mine.Pending == nil || other.Pending == nil || *mine.Pending != *other.Pending {
			l.Pending = nil // one of them does not know of it, or has taken it back
		}
	}
	for i := range out.Limits {
		if l := &out.Limits[i]; b.limit(l.LimitID) == nil {
			l.Pending = nil
		}
	}
	for _, d := range b.Deposits {
		at := slices.IndexFunc(out.Deposits, func(other Deposit) bool {
			return other.isNamed(DepositName{Key: d.Key, Amount: d.Amount, Claimed: d.Claimed})
		})
		if at < 0 {
			out.Deposits = append(out.Deposits, d)
			continue
		}
		mine := &out.Deposits[at]
		mine.At, mine.Executed = later(mine.At, d.At), mine.Executed || d.Executed
		if len(mine.Transaction) == 0 {
			mine.Transaction = d.Transaction
		}
	}
	return out
}

// stricterHeld joins what two stores remember of a platform. What one of them does not know as sent counts as the
// platform's own.
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
