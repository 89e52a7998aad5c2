package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"croupier/bff/internal/indexkey"
)

// KeyRing holds the session keys, and the index key, which outlives their rotation. The newest key
// whose Created has passed seals; every key opens. A KeyRing is immutable.
type KeyRing struct {
	keys  []*key // newest first
	byKid map[string]*key
	index *indexkey.Key
}

// KeyInfo is the public information about a key.
type KeyInfo struct {
	Kid     string
	Created time.Time // the key seals from this time on
	Active  bool
}

// file is the key file (JSON).
type file struct {
	IndexKey string   `json:"index_key"` // base64 of indexkey.Size random bytes
	Keys     []record `json:"keys"`
}

// ParseKeyRing decodes a key file. It rejects unknown fields, an empty ring, a missing index key,
// published keys, secrets that are not 32 bytes, and duplicate keys.
func ParseKeyRing(raw []byte) (*KeyRing, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	var f file
	if err := dec.Decode(&f); err != nil {
		return nil, fmt.Errorf("key ring: %w", err)
	}
	if dec.More() {
		return nil, errors.New("key ring: data after the top-level value")
	}
	if len(f.Keys) == 0 {
		return nil, errors.New("key ring: 0 keys")
	}
	if err := refusePublished(f.Keys); err != nil {
		return nil, err
	}
	if f.IndexKey == "" {
		return nil, errors.New("key ring: index_key is missing; create a new file with keys new")
	}
	index, err := indexkey.Parse(f.IndexKey)
	if err != nil {
		return nil, fmt.Errorf("key ring: index_key: %w", err)
	}
	return newKeyRing(index, f.Keys)
}

func newKeyRing(index *indexkey.Key, records []record) (*KeyRing, error) {
	r := &KeyRing{byKid: map[string]*key{}, index: index}
	secrets := map[string]bool{index.Encode(): true}
	for _, rec := range records {
		k, err := rec.key()
		if err != nil {
			return nil, fmt.Errorf("key ring: %w", err)
		}
		if r.byKid[k.Kid] != nil || secrets[k.Secret] {
			return nil, fmt.Errorf("key ring: duplicate key %s", k.Kid)
		}
		r.byKid[k.Kid], secrets[k.Secret] = k, true
		r.keys = append(r.keys, k)
	}
	slices.SortStableFunc(r.keys, func(a, b *key) int { return b.Created.Compare(a.Created) })
	return r, nil
}

// IndexKey returns the key that hashes identities in stores.
func (r *KeyRing) IndexKey() *indexkey.Key { return r.index }

// Keys lists the keys with their use at now, newest first.
func (r *KeyRing) Keys(now time.Time) []KeyInfo {
	out := make([]KeyInfo, len(r.keys))
	for i, k := range r.keys {
		out[i] = KeyInfo{Kid: k.Kid, Created: k.Created, Active: k == r.newest(now)}
	}
	return out
}

// newest returns the key that seals at now: the newest whose Created has passed, or the
// oldest where none has.
func (r *KeyRing) newest(now time.Time) *key {
	for _, k := range r.keys {
		if !k.Created.After(now) {
			return k
		}
	}
	return r.keys[len(r.keys)-1]
}

// encode returns the content of the key file.
func (r *KeyRing) encode() []byte {
	f := file{IndexKey: r.index.Encode(), Keys: make([]record, len(r.keys))}
	for i, k := range r.keys {
		f.Keys[i] = k.record
	}
	raw, _ := json.MarshalIndent(f, "", "  ") // strings and times always encode
	return append(raw, '\n')
}
