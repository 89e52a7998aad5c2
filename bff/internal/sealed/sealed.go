// Package sealed encrypts values for stores, so that a copy of a store reveals nothing.
package sealed

import (
	"crypto/cipher"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"

	"golang.org/x/crypto/chacha20poly1305"
)

// Box seals and opens the values of one purpose (XChaCha20-Poly1305, whose random nonces do not run
// out). It is immutable and safe for concurrent use.
type Box struct{ aead cipher.AEAD }

// New returns the Box of a secret of 32 bytes, which has no other use.
func New(secret []byte) *Box {
	aead, err := chacha20poly1305.NewX(secret)
	if err != nil {
		panic(err) // only for a secret of another size
	}
	return &Box{aead}
}

// Seal returns the sealed form of plain. It opens only with the same context, which names its place
// in the store.
func (b *Box) Seal(plain []byte, context string) []byte {
	size := b.aead.NonceSize()
	out := make([]byte, size, size+len(plain)+b.aead.Overhead())
	_, _ = rand.Read(out) // never fails, see crypto/rand
	return b.aead.Seal(out, out, plain, []byte(context))
}

// SealJSON seals v as JSON. v must be encodable.
func (b *Box) SealJSON(v any, context string) []byte {
	plain, _ := json.Marshal(v) //nolint:errchkjson // see above
	return b.Seal(plain, context)
}

// OpenJSON decodes the output of SealJSON into v.
func (b *Box) OpenJSON(sealed []byte, context string, v any) error {
	plain, err := b.Open(sealed, context)
	if err != nil {
		return err
	}
	return json.Unmarshal(plain, v)
}

// Open decrypts the output of Seal.
func (b *Box) Open(sealed []byte, context string) ([]byte, error) {
	size := b.aead.NonceSize()
	if len(sealed) < size {
		return nil, errors.New("sealed value is truncated")
	}
	plain, err := b.aead.Open(nil, sealed[:size], sealed[size:], []byte(context))
	if err != nil {
		return nil, fmt.Errorf("could not decrypt sealed value: %w", err)
	}
	return plain, nil
}
