// Package indexkey derives the store keys of identities. A plain hash of a user name, a phone
// number or an address can be reversed by trying all values. A hash with a secret key cannot. The
// key is part of the key file and is never rotated, because entries must be found for as long as
// they are stored.
package indexkey

import (
	"bytes"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"sync"
)

// Size is the size of a key in bytes.
const Size = 32

// hashSize is the size of a hash in bytes, before it is encoded.
const hashSize = 16

// Kind separates uses of the key. The same identity has unrelated hashes under different kinds, so
// entries of different stores cannot be joined.
type Kind string

// The kinds in use.
const (
	Player     Kind = "player"      // revocation of all sessions of a player
	PlayerName Kind = "player_name" // revocation of all sessions of a user name
	Username   Kind = "username"    // sessions of a user name
	Limit      Kind = "limit"       // counter of a rate limit
	Money      Kind = "money"       // idempotency key of a money call
	Check      Kind = "check"       // of the key itself, by which instances notice that theirs differ
	MoneyBody  Kind = "money_body"  // fingerprint of a money call, which may have phone numbers and national ids
	Request    Kind = "request"     // request id, which a proxy may have set
	Activity   Kind = "activity"    // requests, devices and e-mail address of a player
	Device     Kind = "device"      // device of a player
	Block      Kind = "block"       // a blocked player or user name
	Search     Kind = "search"      // user name, uid or e-mail address that staff search by
	Payment    Kind = "payment"     // a payment that waits for the platform, or one that was not sent
	Protection Kind = "protection"  // limits and exclusions of a player
	Person     Kind = "person"      // e-mail address, phone number or national id of a player who may be excluded
	Renewal    Kind = "renewal"     // a session whose token at the platform was replaced
	Event      Kind = "event"       // an event that another system has sent, or its subject
	Preview    Kind = "preview"     // signature of a pass to a brand's draft; nothing is stored
)

// Key is a secret key. It is immutable and safe for concurrent use. The methods of a nil Key panic,
// so no identity is stored unhashed.
type Key struct {
	secret [Size]byte
	macs   sync.Pool // of hash.Hash, which have digested the secret
}

// New generates a key.
func New() *Key {
	k := new(Key)
	_, _ = rand.Read(k.secret[:]) // never fails, see crypto/rand
	return k
}

// Parse decodes a key from base64. It rejects keys of another size and keys that repeat one byte.
// Errors do not contain the text.
func Parse(text string) (*Key, error) {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, errors.New("the key is not base64")
	}
	if len(raw) != Size {
		return nil, fmt.Errorf("the key has %d bytes instead of %d", len(raw), Size)
	}
	if bytes.Count(raw, raw[:1]) == Size {
		return nil, errors.New("the key is a single repeated byte, create a new file with croupier keys new")
	}
	return &Key{secret: [Size]byte(raw)}, nil
}

// Encode returns the text that Parse decodes.
func (k *Key) Encode() string { return base64.StdEncoding.EncodeToString(k.secret[:]) }

// Equal reports whether both keys have the same secret.
func (k *Key) Equal(other *Key) bool { return hmac.Equal(k.secret[:], other.secret[:]) }

// Hash returns the store key of an identity: 32 hexadecimal digits (HMAC-SHA256, truncated to 128
// bits). The identity may consist of several parts. Different kinds, brands or parts have different
// hashes, even if their joined texts are equal.
func (k *Key) Hash(kind Kind, brand string, parts ...string) string {
	sum := k.Sum(kind, brand, parts...)
	return hex.EncodeToString(sum[:hashSize])
}

// Derive returns a secret of Size bytes for one purpose (HKDF-SHA256). It reveals neither the key
// nor the secrets of other purposes.
func (k *Key) Derive(purpose string) []byte {
	secret, err := hkdf.Key(sha256.New, k.secret[:], nil, "croupier index: "+purpose, Size)
	if err != nil {
		panic(err) // only for a longer secret than HKDF has
	}
	return secret
}

// Sum returns the HMAC-SHA256 of which Hash encodes the first half.
func (k *Key) Sum(kind Kind, brand string, parts ...string) [sha256.Size]byte {
	mac, ok := k.macs.Get().(hash.Hash)
	if ok {
		mac.Reset()
	} else {
		mac = hmac.New(sha256.New, k.secret[:])
	}
	defer k.macs.Put(mac)
	b := appendPart(appendPart(make([]byte, 0, 256), string(kind)), brand)
	for _, part := range parts {
		b = appendPart(b, part)
	}
	mac.Write(b)
	var sum [sha256.Size]byte
	mac.Sum(sum[:0])
	return sum
}

// appendPart appends the length of a part and the part, so joined parts are unambiguous.
func appendPart(b []byte, part string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(part))), part...)
}
