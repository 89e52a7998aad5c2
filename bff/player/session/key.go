package session

import (
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"time"

	"golang.org/x/crypto/chacha20poly1305"
	"golang.org/x/crypto/curve25519"
)

// secretSize is the size of a key's secret in bytes; no other is accepted.
const secretSize = 32

// record is a key in the key file.
type record struct {
	Kid     string    `json:"kid"`
	Created time.Time `json:"created"`
	Secret  string    `json:"secret"` // base64 of secretSize random bytes
}

// key is one secret of the ring with the keys derived from it. Each purpose has its own
// derived key.
type key struct {
	record
	sign    []byte      // HMAC-SHA256 of tokens
	rotate  []byte      // HMAC-SHA256 of successor ids
	ticket  []byte      // the ring's part of a ticket's key
	seal    cipher.AEAD // identity inside tokens
	index   cipher.AEAD // entries of the session index
	public  *[32]byte   // X25519, identities for browsers
	private *[32]byte
}

var kidForm = regexp.MustCompile(`^[A-Za-z0-9_-]{4,40}$`)

var errWeak = errors.New("the secret is one repeated byte")

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

// key derives the keys of the record's secret. It rejects a weak secret.
func (r record) key() (*key, error) {
	if !kidForm.MatchString(r.Kid) {
		return nil, fmt.Errorf("kid %q: want 4 to 40 letters, digits, - or _", r.Kid)
	}
	if r.Created.IsZero() {
		return nil, fmt.Errorf("key %s: created is missing", r.Kid)
	}
	secret, err := base64.StdEncoding.DecodeString(r.Secret)
	if err != nil {
		return nil, fmt.Errorf("key %s: secret: %w", r.Kid, err)
	}
	if len(secret) != secretSize {
		return nil, fmt.Errorf("key %s: secret has %d bytes, want %d", r.Kid, len(secret), secretSize)
	}
	if isRepeatedByte(secret) {
		return nil, fmt.Errorf("key %s: %w", r.Kid, errWeak)
	}
	k := &key{record: r}
	if err := k.derive(secret); err != nil {
		return nil, fmt.Errorf("key %s: %w", r.Kid, err)
	}
	return k, nil
}

func isRepeatedByte(b []byte) bool {
	for _, c := range b {
		if c != b[0] {
			return false
		}
	}
	return true
}

func (k *key) derive(secret []byte) error {
	var seal, index, private []byte
	for purpose, dst := range map[string]*[]byte{
		"token signature": &k.sign, "token rotation": &k.rotate,
		"ticket": &k.ticket, "token identity": &seal, "session index": &index, "browser identity": &private,
	} {
		b, err := hkdf.Key(sha256.New, secret, nil, "croupier session: "+purpose, secretSize)
		if err != nil {
			return err
		}
		*dst = b
	}
	aead, err := chacha20poly1305.NewX(seal)
	if err != nil {
		return err
	}
	if k.index, err = chacha20poly1305.NewX(index); err != nil {
		return err
	}
	public, err := curve25519.X25519(private, curve25519.Basepoint)
	if err != nil {
		return err
	}
	k.seal, k.private, k.public = aead, (*[32]byte)(private), (*[32]byte)(public)
	return nil
}
