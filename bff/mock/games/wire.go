package games

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"mime"
	"net/http"

	"croupier/bff"
)

// decision settles a round with the world's randomness and gives its win.
type decision func(rng *rand.Rand) (win bff.MinorUnits)

// maxBody bounds what a page may send; a stake needs no more than a few bytes.
const maxBody = 1 << 10

// maxMove bounds a move: a table full of chips, a coupon of many picks.
const maxMove = 16 << 10

// readStake reads exactly {"stake": amount}: no other key, no key twice, nothing after it.
// Names are exact, which encoding/json's struct matching is not.
func readStake(w http.ResponseWriter, r *http.Request) (bff.MinorUnits, error) {
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
		return 0, errMediaType
	}
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	d.UseNumber()
	var tokens [4]json.Token
	for i := range tokens {
		t, err := d.Token()
		if err != nil {
			return 0, fmt.Errorf("%w: %w", errBody, err)
		}
		tokens[i] = t
	}
	if _, err := d.Token(); err != io.EOF {
		return 0, fmt.Errorf("%w: more than one value", errBody)
	}
	if tokens[0] != json.Delim('{') || tokens[1] != "stake" || tokens[3] != json.Delim('}') {
		return 0, fmt.Errorf("%w: want an object with stake alone", errBody)
	}
	number, ok := tokens[2].(json.Number)
	if !ok {
		return 0, fmt.Errorf("%w: want a number", ErrStake)
	}
	stake, err := bff.ParseMinorUnits(number.String())
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrStake, err)
	}
	return stake, nil
}

// answer writes v as JSON that is never kept.
func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	// The client may be gone; there is nobody left to tell.
	_ = json.NewEncoder(w).Encode(v)
}

// readMove reads what a player does: one JSON object with T's names and no others.
func readMove[T any](w http.ResponseWriter, r *http.Request) (T, error) {
	var move T
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
		return move, errMediaType
	}
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxMove))
	d.DisallowUnknownFields()
	if err := d.Decode(&move); err != nil {
		return move, fmt.Errorf("%w: %w", errBody, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return move, fmt.Errorf("%w: more than one value", errBody)
	}
	return move, nil
}

// object is a JSON object.
type object = map[string]any

// merged returns the fields of all objects; later ones win.
func merged(objects ...object) object {
	all := object{}
	for _, o := range objects {
		maps.Copy(all, o)
	}
	return all
}

// object returns the balances as their struct tags would.
func (b Balances) object() object {
	o := object{"balance": b.Balance}
	if b.Bonus != nil {
		o["bonus"] = b.Bonus
	}
	return o
}
