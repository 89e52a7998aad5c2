package session

import (
	"bytes"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"

	"golang.org/x/crypto/nacl/box"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/internal/lists"
	"croupier/bff/internal/sealed"
)

// KeyRing contains the session keys and the index key. Rotation does not change the index key. The
// newest key with a past Created seals, and every key opens. A KeyRing is immutable.
type KeyRing struct {
	keys  []*key // newest first
	byKid map[string]*key
	index *indexkey.Key
}

// file is the content of the key file (JSON).
type file struct {
	IndexKey string   `json:"index_key"` // base64 of indexkey.Size random bytes
	Keys     []record `json:"keys"`
}

// ParseKeyRing decodes a key file. It rejects unknown fields and weak, published or duplicate keys.
func ParseKeyRing(raw []byte) (*KeyRing, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	var f file
	if err := dec.Decode(&f); err != nil {
		return nil, fmt.Errorf("could not decode the key ring: %w", err)
	}
	if dec.More() {
		return nil, errors.New("the key ring has text after the JSON object")
	}
	if len(f.Keys) == 0 {
		return nil, errors.New("the key ring has no keys, create a new file with croupier keys new")
	}
	if f.IndexKey == "" {
		return nil, errors.New("index_key is missing, create a new file with croupier keys new")
	}
	index, err := indexkey.Parse(f.IndexKey)
	if err != nil {
		return nil, fmt.Errorf("index_key is invalid: %w", err)
	}
	return newKeyRing(index, f.Keys)
}

func newKeyRing(index *indexkey.Key, records []record) (*KeyRing, error) {
	r := &KeyRing{byKid: map[string]*key{}, index: index}
	secrets := map[string]bool{index.Encode(): true}
	for _, rec := range records {
		k, err := rec.key()
		if err != nil {
			return nil, fmt.Errorf("the key ring is invalid: %w", err)
		}
		if r.byKid[k.Kid] != nil || secrets[k.Secret] {
			return nil, fmt.Errorf("the key ring has key %s twice", k.Kid)
		}
		r.byKid[k.Kid], secrets[k.Secret] = k, true
		r.keys = append(r.keys, k)
	}
	slices.SortStableFunc(r.keys, func(a, b *key) int { return b.Created.Compare(a.Created) })
	return r, nil
}

// IndexKey returns the key that hashes identities in stores.
func (r *KeyRing) IndexKey() *indexkey.Key { return r.index }

// Keys returns the keys with their state at now, newest first.
func (r *KeyRing) Keys(now time.Time) []bff.SealingKey {
	return lists.Map(r.keys, func(k *key) bff.SealingKey {
		return bff.SealingKey{Kid: k.Kid, Created: k.Created, Active: k == r.newest(now)}
	})
}

// newest returns the key that seals at now. It is the newest key with a past Created, or else the
// oldest key.
func (r *KeyRing) newest(now time.Time) *key {
	for _, k := range r.keys {
		if !k.Created.After(now) {
			return k
		}
	}
	return r.keys[len(r.keys)-1]
}

func (r *KeyRing) encode() []byte {
	f := file{IndexKey: r.index.Encode(), Keys: lists.Map(r.keys, func(k *key) record { return k.record })}
	raw, _ := json.MarshalIndent(f, "", "  ") // strings and times never fail
	return append(raw, '\n')
}

// secretSize is the required size of a key's secret in bytes.
const secretSize = 32

// record is a key in the key file.
type record struct {
	Kid     string    `json:"kid"`
	Created time.Time `json:"created"`
	Secret  string    `json:"secret"` // base64 of secretSize random bytes
}

// key is one secret of the ring with a derived key for each purpose.
type key struct {
	record
	sign    []byte      // HMAC-SHA256 of tokens
	rotate  []byte      // HMAC-SHA256 of successor ids
	ticket  []byte      // the ring's part of a ticket's key
	seal    *sealed.Box // seals identities inside tokens
	index   *sealed.Box // seals entries of the session index
	public  *[32]byte   // X25519, seals identities for browsers
	private *[32]byte
}

var kidForm = regexp.MustCompile(`^[A-Za-z0-9_-]{4,40}$`)

var errWeak = errors.New("the secret is a single repeated byte, create a new file with croupier keys new")

// newRecord generates a key.
func newRecord(now time.Time) record {
	secret := make([]byte, secretSize)
	_, _ = rand.Read(secret) // never fails, see crypto/rand
	return record{
		Kid:     now.UTC().Format("20060102") + "-" + rand.Text()[:8],
		Created: now.UTC().Truncate(time.Second),
		Secret:  base64.StdEncoding.EncodeToString(secret),
	}
}

// key derives the keys from the record's secret. It rejects a weak or published secret.
func (r record) key() (*key, error) {
	if !kidForm.MatchString(r.Kid) {
		return nil, fmt.Errorf("kid %q must have 4 to 40 letters, digits, - or _", r.Kid)
	}
	if r.Created.IsZero() {
		return nil, fmt.Errorf("key %s: created is missing", r.Kid)
	}
	secret, err := base64.StdEncoding.DecodeString(r.Secret)
	if err != nil {
		return nil, fmt.Errorf("key %s: the secret is not base64: %w", r.Kid, err)
	}
	if len(secret) != secretSize {
		return nil, fmt.Errorf("key %s: the secret has %d bytes instead of %d", r.Kid, len(secret), secretSize)
	}
	if bytes.Count(secret, secret[:1]) == secretSize {
		return nil, fmt.Errorf("key %s: %w", r.Kid, errWeak)
	}
	if sum := sha256.Sum256(secret); publishedKids[r.Kid] || publishedSecrets[hex.EncodeToString(sum[:])] {
		return nil, fmt.Errorf("key %s: %w", r.Kid, ErrPublished)
	}
	derive := func(purpose string) []byte {
		b, err := hkdf.Key(sha256.New, secret, nil, "croupier session: "+purpose, secretSize)
		if err != nil {
			panic(err) // only if the key is too long for HKDF
		}
		return b
	}
	k := &key{
		record: r, sign: derive("token signature"), rotate: derive("token rotation"), ticket: derive("ticket"),
		seal: sealed.New(derive("token identity")), index: sealed.New(derive("session index")),
	}
	k.public, k.private, err = box.GenerateKey(bytes.NewReader(derive("browser identity")))
	return k, err
}

// ErrPublished means that the secret of a key was published. Anyone could forge sessions with it.
var ErrPublished = errors.New("the secret was published, create a new file with croupier keys new")

// publishedKids and publishedSecrets list published keys by name and by the SHA-256 of the secret.
var (
	publishedKids    = map[string]bool{"20261120-SK6IT2O4": true}
	publishedSecrets = map[string]bool{
		"722bbdc88dd0096d59d2d970a357a9cdf9abae7fb4ca22fd006d017653cedc91": true, // 20261120-SK6IT2O4
	}
)
