package games

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"

	"croupier/bff"
	"croupier/bff/mock/world"
)

const (
	maxBody    = 1 << 10  // bytes of a request with a stake
	maxRequest = 16 << 10 // bytes of other requests: a table full of chips, a coupon of many picks
	maxKey     = 40       // bytes of an idempotency key
)

// readStake reads exactly {"stake": amount}, without other or duplicate keys or trailing data.
// Unlike encoding/json's struct matching it is case-sensitive.
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
		return 0, fmt.Errorf("%w: want a number", world.ErrStake)
	}
	stake, err := bff.ParseMinorUnits(number.String())
	if err != nil {
		return 0, fmt.Errorf("%w: %w", world.ErrStake, err)
	}
	return stake, nil
}

// answer writes v as JSON that must not be cached.
func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // fails only if the client has gone
}

// readJSON reads a request of one JSON object without unknown fields.
func readJSON[T any](w http.ResponseWriter, r *http.Request) (T, error) {
	var move T
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
		return move, errMediaType
	}
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxRequest))
	d.DisallowUnknownFields()
	if err := d.Decode(&move); err != nil {
		return move, fmt.Errorf("%w: %w", errBody, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return move, fmt.Errorf("%w: more than one value", errBody)
	}
	return move, nil
}

// Object is a JSON object.
type Object = map[string]any

// merged returns the fields of all objects; later ones win.
func merged(objects ...Object) Object {
	all := Object{}
	for _, o := range objects {
		maps.Copy(all, o)
	}
	return all
}

// BalancesObject returns balances as their struct tags would.
func BalancesObject(b world.Balances) Object {
	o := Object{"balance": b.Balance}
	if b.Bonus != nil {
		o["bonus"] = b.Bonus
	}
	return o
}
