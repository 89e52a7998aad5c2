package world

import (
	"encoding/base64"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"

	"croupier/bff/mock/webpage"
)

// Random is a source of randomness whose state can be encoded, so that its sequence continues.
type Random struct {
	*rand.Rand
	pcg *rand.PCG
}

// NewRandom returns a source that is seeded with two numbers.
func NewRandom(seed, purpose uint64) Random {
	pcg := rand.NewPCG(seed, purpose)
	return Random{rand.New(pcg), pcg}
}

// MarshalText encodes the state in base64.
func (r Random) MarshalText() ([]byte, error) {
	state, err := r.pcg.MarshalBinary()
	return base64.StdEncoding.AppendEncode(nil, state), err
}

// UnmarshalText sets the state.
func (r *Random) UnmarshalText(text []byte) error {
	state, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil {
		return err
	}
	*r = NewRandom(0, 0)
	return r.pcg.UnmarshalBinary(state)
}

// MarshalJSON encodes the brand as its id.
func (b *Brand) MarshalJSON() ([]byte, error) { return json.Marshal(b.ID) }

// UnmarshalJSON finds the brand of an id.
func (b *Brand) UnmarshalJSON(id []byte) error {
	found, ok := BrandByName(strings.Trim(string(id), `"`))
	if !ok {
		return fmt.Errorf("unknown brand %.40s", id)
	}
	*b = *found
	return nil
}

// FieldError is a problem of a snapshot.
type FieldError struct {
	Field   string // path such as world.Order[2].Balance; empty for the whole
	Problem string
}

// Error returns the field and the problem.
func (e *FieldError) Error() string { return strings.TrimPrefix(e.Field+": "+e.Problem, ": ") }

// Encode encodes a state as JSON without its zero fields.
func Encode(state any) ([]byte, error) {
	return json.Marshal(state, json.OmitZeroStructFields(true), json.Deterministic(true),
		jsonv1.FormatDurationAsNano(true))
}

var kindNames = map[jsontext.Kind]string{
	'{': "an object", '[': "a list", '"': "a text", '0': "a number", 't': "true", 'f': "false", 'n': "null",
}

// Decode decodes a state strictly. Errors are *FieldError, whose fields begin with the path at.
func Decode(raw []byte, state any, at string) error {
	err := json.Unmarshal(raw, state,
		json.RejectUnknownMembers(true), json.MatchCaseInsensitiveNames(true), jsonv1.FormatDurationAsNano(true))
	if err == nil {
		return nil
	}
	out := &FieldError{Field: at, Problem: err.Error()}
	var pointer jsontext.Pointer
	var semantic *json.SemanticError
	var syntactic *jsontext.SyntacticError
	switch {
	case errors.As(err, &syntactic):
		pointer, out.Problem = syntactic.JSONPointer, syntactic.Err.Error()
	case errors.As(err, &semantic):
		pointer = semantic.JSONPointer
		switch {
		case errors.Is(err, json.ErrUnknownName):
			out.Problem = "unknown field"
		case semantic.Err != nil:
			out.Problem = semantic.Err.Error()
		default:
			out.Problem = "cannot be " + kindNames[semantic.JSONKind]
		}
	}
	for token := range pointer.Tokens() {
		if strings.Trim(token, "0123456789") == "" {
			out.Field += "[" + token + "]"
		} else {
			out.Field += "." + token
		}
	}
	out.Field = strings.TrimPrefix(out.Field, ".")
	return out
}

// EncodeState encodes the world.
func (w *World) EncodeState() ([]byte, error) {
	return Encode(&w.state)
}

// Size estimates the memory of the world in bytes, without its catalogue, by the number of its
// records.
func (w *World) Size() int {
	bytes := 512 * (len(w.Sent) + len(w.Games))
	players := w.Order
	if w.long != nil {
		players = append(slices.Clip(players), w.long)
	}
	for _, p := range players {
		bytes += 2048 + 320*(len(p.Transactions)+len(p.Bets)+len(p.Rounds)) + 160*len(p.Logins) +
			1024*(len(p.Coupons)+len(p.Idempotency))
	}
	return bytes
}

// DecodeState restores a world, whose clock continues from now and in which everything is settled
// that is due. c is the catalogue of its seed. Errors are *FieldError, whose fields begin with the
// path at.
func DecodeState(c *Catalogue, name string, clock func() time.Time, settle SettleFunc, now time.Time, raw []byte,
	at string,
) (w *World, err error) {
	defer func() {
		if p := recover(); p != nil {
			w, err = nil, &FieldError{Field: at, Problem: fmt.Sprintf("is inconsistent: %v", p)}
		}
	}()
	w = empty(c, name, clock, settle)
	w.offset.Store(int64(now.Sub(clock())))
	if err := Decode(raw, &w.state, at); err != nil {
		return nil, err
	}
	if err := w.restoreDerived(at); err != nil {
		return nil, err
	}
	// Use the world as calls do, so that an invalid state is rejected early.
	for _, p := range w.Players() {
		for _, t := range filter(p.Transactions, func(t *Transaction) bool { return t.Page != nil }) {
			_, _ = w.ProviderPayment(t.Page.Token)
		}
	}
	for _, s := range w.Games {
		if s.Guest != nil {
			s.Guest.settle()
		}
	}
	return w, nil
}

// restoreDerived sets the fields derived from the order of the players and rejects inconsistent
// states.
func (w *World) restoreDerived(at string) error {
	wrong := func(problem, field string, args ...any) error {
		return &FieldError{Field: at + fmt.Sprintf(field, args...), Problem: problem}
	}
	if len(w.Order) > maxPlayers {
		return wrong(fmt.Sprintf("want at most %d players", maxPlayers), ".Order")
	}
	for i, p := range w.Order {
		if p.UID == "" || w.byUID(p.UID) != p {
			return wrong("want a unique value", ".Order[%d].UID", i)
		}
		if p.Username == "" || w.byUsername(p.Username) != p {
			return wrong("want a unique value", ".Order[%d].Username", i)
		}
		p.world = w
		if p.Locale.Brand == nil {
			p.Locale = Locale{Brand: &Brands[0], Lang: webpage.Languages[0]}
		}
	}
	for i, s := range w.Games {
		if s.Guest != nil {
			s.Guest.world = w
		}
		if s.Guest == nil && w.byUID(s.UID) == nil || s.Locale.Brand == nil {
			return wrong("want a game session of a player of the world", ".Games[%d]", i)
		}
	}
	return nil
}
