package world

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"croupier/bff/mock/codec"
)

// State is the serialized state of a world: everything that does not follow from its seed.
type State struct {
	Seed  uint64
	Clock time.Time       // the world's time
	Data  json.RawMessage // see package codec
}

// skipped lists the fields that are not part of the state.
var skipped = map[reflect.Type][]string{
	reflect.TypeFor[World](): {
		"Name", "Catalogue", "settleBet", "base", // set by the casino
		"offset",                // follows from State.Clock
		"players", "byUsername", // follow from order
		"long", // follows from the seed and born
	},
	reflect.TypeFor[Player](): {"world"},
}

// encoding serializes worlds. Brands and payment methods are written as names.
var encoding = codec.New(
	skipped,
	external(func(b *Brand) string { return b.ID }, BrandByName),
	external(func(m *CashMethod) string { return fmt.Sprintf("%d/%d", m.Type, m.ID) }, func(name string) (*CashMethod, bool) {
		kind, id, _ := strings.Cut(name, "/")
		k, _ := strconv.Atoi(kind)
		n, _ := strconv.Atoi(id)
		return Method(k, n)
	}),
)

func external[T any](name func(*T) string, find func(string) (*T, bool)) codec.Reference {
	return codec.Reference{
		Pointer: reflect.TypeFor[*T](),
		Name:    func(p any) string { return name(p.(*T)) },
		Find:    func(s string) (any, bool) { return find(s) },
	}
}

// EncodeState serializes the world. It fails only for fields that cannot be serialized, which a test excludes.
func (w *World) EncodeState() (State, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	data, err := encoding.Encode(w)
	if err != nil {
		return State{}, fmt.Errorf("serialize world %s: %w", w.Name, err)
	}
	return State{Seed: w.Catalogue.Seed, Clock: w.now().In(Zone), Data: data}, nil
}

// Size estimates the memory of the world in bytes, without its catalogue, by the number of its records.
func (w *World) Size() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	bytes := 512 * (len(w.mails) + len(w.games) + len(w.payments))
	players := w.order
	if w.long != nil {
		players = append(slices.Clip(players), w.long)
	}
	for _, p := range players {
		bytes += 2048 + 320*(len(p.Transactions)+len(p.bets)) + 160*(len(p.Rounds)+len(p.Logins)) + 1024*(len(p.Coupons)+len(p.idempotency))
	}
	return bytes
}

// DecodeState restores a world from a state parsed by codec.Parse. c is the catalogue of its seed; the other arguments
// are those of New. The clock continues from now. at is the path at the beginning of errors, which are
// *codec.FieldError.
func DecodeState(c *Catalogue, name string, clock func() time.Time, settle SettleFunc, now time.Time, tree codec.Tree, at string) (*World, error) {
	restore := func() (*World, error) {
		w := empty(c, name, clock, settle)
		w.offset = now.Sub(clock())
		if err := encoding.Decode(tree, w, at, Zone); err != nil {
			return nil, err
		}
		return w, w.restoreDerived(at)
	}
	// Validate a copy, because that settles what is due.
	trial, err := restore()
	if err != nil {
		return nil, err
	}
	if err := trial.validateState(at); err != nil {
		return nil, err
	}
	return restore()
}

// restoreDerived sets the fields derived from the order of the players and rejects inconsistent states.
func (w *World) restoreDerived(at string) error {
	wrong := func(problem, field string, args ...any) error {
		return &codec.FieldError{Field: at + fmt.Sprintf(field, args...), Problem: problem}
	}
	if len(w.order) > maxPlayers {
		return wrong(fmt.Sprintf("want at most %d players", maxPlayers), ".order")
	}
	for i, p := range w.order {
		if p.UID == "" || w.players[p.UID] != nil {
			return wrong("want a unique value", ".order[%d].UID", i)
		}
		if name := Fold(p.Username); name == "" || w.byUsername[name] != nil {
			return wrong("want a unique value", ".order[%d].Profile.Username", i)
		}
		p.world = w
		if p.locale.Brand == nil {
			p.locale = Locale{Brand: &Brands[0], Lang: Languages[0]}
		}
		w.players[p.UID], w.byUsername[Fold(p.Username)] = p, p
	}
	for sid, s := range w.sessions {
		if s.player == nil || s.player.world != w {
			return wrong("want a player of the world", ".sessions.%s.player", sid)
		}
	}
	for token, s := range w.games {
		if s.player != nil && s.isGuest() && s.demo {
			s.player.world = w
		}
		if s.player == nil || s.player.world != w || !slices.Contains(w.gameOrder, token) {
			return wrong("want a game session of a player of the world, listed in gameOrder", ".games.%s", token)
		}
	}
	return nil
}

// validateState exercises the world as calls do, so that an invalid state is rejected early.
func (w *World) validateState(at string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &codec.FieldError{Field: at, Problem: fmt.Sprintf("is inconsistent: %v", p)}
		}
	}()
	w.EachPlayer(func(*Player) {})
	w.Mails("")
	for _, s := range w.payments {
		if _, err := w.ProviderPayment(s.token); err != nil {
			return &codec.FieldError{Field: at + ".payments", Problem: err.Error()}
		}
	}
	for token := range w.games {
		if s, err := w.GameSession(token); err == nil {
			_ = s.Brand.Placeholders()
			_ = w.WithBets(token, func(b *BettingSession) error { _ = b.Bets(); return nil }) // the session exists
		}
	}
	if _, err := encoding.Encode(w); err != nil {
		return &codec.FieldError{Field: at, Problem: err.Error()}
	}
	return nil
}
