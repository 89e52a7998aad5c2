package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// KeyRing holds the keys of sessions: the newest whose time has come seals, every one opens.
// It never changes.
type KeyRing struct {
	keys  []*key // the newest first
	byKid map[string]*key
}

// KeyInfo is what may be told of a key.
type KeyInfo struct {
	Kid     string
	Created time.Time // from here on it seals
	Seals   bool
}

// file is the key file: JSON, so that it is YAML too.
type file struct {
	Keys []record `json:"keys"`
}

// ParseKeyRing reads a key file. It refuses unknown fields, an empty ring, secrets that are
// not 32 bytes, and keys that are there twice.
func ParseKeyRing(raw []byte) (*KeyRing, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	var f file
	if err := dec.Decode(&f); err != nil {
		return nil, fmt.Errorf("key ring: %w", err)
	}
	if dec.More() {
		return nil, errors.New("key ring: something follows the keys")
	}
	return newRing(f.Keys)
}

func newRing(records []record) (*KeyRing, error) {
	if len(records) == 0 {
		return nil, errors.New("key ring: there is no key")
	}
	r := &KeyRing{byKid: map[string]*key{}}
	secrets := map[string]bool{}
	for _, rec := range records {
		k, err := rec.key()
		if err != nil {
			return nil, fmt.Errorf("key ring: %w", err)
		}
		if r.byKid[k.Kid] != nil || secrets[k.Secret] {
			return nil, fmt.Errorf("key ring: key %s is there twice", k.Kid)
		}
		r.byKid[k.Kid], secrets[k.Secret] = k, true
		r.keys = append(r.keys, k)
	}
	slices.SortStableFunc(r.keys, func(a, b *key) int { return b.Created.Compare(a.Created) })
	return r, nil
}

// Keys lists the keys as they are used at now, the newest first.
func (r *KeyRing) Keys(now time.Time) []KeyInfo {
	out := make([]KeyInfo, len(r.keys))
	for i, k := range r.keys {
		out[i] = KeyInfo{Kid: k.Kid, Created: k.Created, Seals: k == r.newest(now)}
	}
	return out
}

// newest gives the key that seals at now: the newest whose time has come, or the oldest
// where a clock says that none's has.
func (r *KeyRing) newest(now time.Time) *key {
	for _, k := range r.keys {
		if !k.Created.After(now) {
			return k
		}
	}
	return r.keys[len(r.keys)-1]
}

// bytes is the ring as its file holds it.
func (r *KeyRing) bytes() []byte {
	f := file{Keys: make([]record, len(r.keys))}
	for i, k := range r.keys {
		f.Keys[i] = k.record
	}
	raw, _ := json.MarshalIndent(f, "", "  ") // texts and times always encode
	return append(raw, '\n')
}
