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

// State is a world written down: everything that its seed does not say.
type State struct {
	Seed  uint64
	Clock time.Time       // the world's
	Data  json.RawMessage // see package codec
}

// skipped are the fields that a world brings to its state and does not take from it.
var skipped = map[reflect.Type][]string{
	reflect.TypeFor[World](): {
		"Name", "Catalogue", "decide", "base", // of the casino that it stands in
		"offset",                // stands in the file as its clock
		"players", "byUsername", // follow from order
	},
	reflect.TypeFor[Player](): {"world"},
}

// encoding writes worlds; what it refers to is told by name, so no catalogue is needed.
var encoding = newCodec(nil)

// newCodec reads states whose references mean what c holds.
func newCodec(c *Catalogue) *codec.Codec {
	return codec.New(
		skipped,
		external(func(h *Brand) string { return h.ID }, BrandByName),
		external(func(s *Slot) string { return strconv.Itoa(s.ID) }, byNumber(func(id int) (*Slot, bool) { return c.Slot(id) })),
		external(func(t *Table) string { return strconv.Itoa(t.ID) }, byNumber(func(id int) (*Table, bool) { return c.Table(id) })),
		external(func(p *Provider) string { return strconv.Itoa(p.ID) }, byNumber(func(id int) (*Provider, bool) {
			return among(c.Providers, id-1)
		})),
		external(func(j *Jackpot) string { return strconv.Itoa(j.ID) }, byNumber(func(id int) (*Jackpot, bool) {
			return among(c.Jackpots, id-1)
		})),
		external(func(m *CashMethod) string { return fmt.Sprintf("%d/%d", m.Type, m.ID) }, func(name string) (*CashMethod, bool) {
			kind, id, _ := strings.Cut(name, "/")
			k, _ := strconv.Atoi(kind)
			return byNumber(func(id int) (*CashMethod, bool) { return Method(k, id) })(id)
		}),
	)
}

func external[T any](name func(*T) string, find func(string) (*T, bool)) codec.Reference {
	return codec.Reference{
		Pointer: reflect.TypeFor[*T](),
		Name:    func(p any) string { return name(p.(*T)) },
		Find:    func(s string) (any, bool) { return find(s) },
	}
}

func byNumber[T any](find func(int) (*T, bool)) func(string) (*T, bool) {
	return func(s string) (*T, bool) {
		id, err := strconv.Atoi(s)
		if err != nil {
			return nil, false
		}
		return find(id)
	}
}

func among[T any](list []*T, i int) (*T, bool) {
	if i < 0 || i >= len(list) {
		return nil, false
	}
	return list[i], true
}

// Freeze writes the world down. It fails only where a field cannot be carried, which a test
// holds the world's types to.
func (w *World) EncodeState() (State, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	data, err := encoding.Encode(w)
	if err != nil {
		return State{}, fmt.Errorf("world %s: %w", w.Name, err)
	}
	return State{Seed: w.Catalogue.Seed, Clock: w.now().In(Zone), Data: data}, nil
}

// Size estimates the memory that the world takes, in bytes, without its catalogue.
func (w *World) Size() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return encoding.Size(w)
}

// Thaw makes the world of a state that was read by codec.Parse; c is the catalogue of its
// seed, the other arguments are those of New. Its clock goes on where it was when the state
// was written. at is the path that errors begin with; every error is a *codec.FieldError.
func DecodeState(c *Catalogue, name string, clock func() time.Time, decide SettleFunc, now time.Time, tree codec.Tree, at string) (*World, error) {
	// What reads well may still not hold together. The first one made is tried and thrown
	// away, for trying a world settles what is due in it.
	trial, err := decodeState(c, name, clock, decide, now, tree, at)
	if err != nil {
		return nil, err
	}
	if err := trial.try(at); err != nil {
		return nil, err
	}
	return decodeState(c, name, clock, decide, now, tree, at)
}

func decodeState(c *Catalogue, name string, clock func() time.Time, decide SettleFunc, now time.Time, tree codec.Tree, at string) (*World, error) {
	w := empty(c, name, clock, decide)
	w.offset = now.Sub(clock())
	if err := newCodec(c).Decode(tree, w, at, Zone); err != nil {
		return nil, err
	}
	return w, w.rejoin(at)
}

// rejoin fills in what follows from the order of the players, and refuses a state whose
// parts do not fit each other.
func (w *World) rejoin(at string) error {
	if len(w.order) > maxPlayers {
		return &codec.FieldError{Field: at + ".order", Problem: fmt.Sprintf("want at most %d players", maxPlayers)}
	}
	for i, p := range w.order {
		here := fmt.Sprintf("%s.order[%d]", at, i)
		if p.UID == "" || w.players[p.UID] != nil {
			return &codec.FieldError{Field: here + ".UID", Problem: "want one that no other player has"}
		}
		if name := Fold(p.Username); name == "" || w.byUsername[name] != nil {
			return &codec.FieldError{Field: here + ".Profile.Username", Problem: "want one that no other player has"}
		}
		p.world = w
		if p.origin.Brand == nil {
			p.origin = Locale{Brand: &Brands[0], Lang: Languages[0]}
		}
		w.players[p.UID], w.byUsername[Fold(p.Username)] = p, p
	}
	for sid, s := range w.sessions {
		if s.player == nil || s.player.world != w {
			return &codec.FieldError{Field: at + ".sessions." + sid + ".player", Problem: "want a player of the world"}
		}
	}
	for token, s := range w.seats {
		if s.player == nil || s.player.world != w || !slices.Contains(w.seatOrder, token) {
			return &codec.FieldError{Field: at + ".seats." + token, Problem: "want the seat of a player of the world, in the order of seats"}
		}
	}
	return nil
}

// try does with the world what any call may do, so that a state with a hole in it is
// refused and not met with later.
func (w *World) try(at string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &codec.FieldError{Field: at, Problem: fmt.Sprintf("does not hold together: %v", p)}
		}
	}()
	w.EachPlayer(func(*Player) {})
	w.Mails("")
	for _, s := range w.slips {
		if _, err := w.ProviderPayment(s.token); err != nil {
			return &codec.FieldError{Field: at + ".slips", Problem: err.Error()}
		}
	}
	for token := range w.seats {
		if seat, err := w.GameSession(token); err == nil {
			_ = seat.Brand.Placeholders()
			_ = w.WithBets(token, func(b *BettingSession) error { _ = b.Bets(); return nil }) // the seat was just found
		}
	}
	if _, err := encoding.Encode(w); err != nil {
		return &codec.FieldError{Field: at, Problem: err.Error()}
	}
	return nil
}
