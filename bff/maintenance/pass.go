package maintenance

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"time"
)

// keyRecord is where the store keeps the key of passes. No brand has a name like it.
const keyRecord = "/pass-key"

const (
	keySize  = 32 // bytes
	passLife = time.Hour
	momentAt = 8 // bytes of a pass that tell its end; the signature follows
)

// ErrNoKey is a pass asked for before the key of passes is known.
var ErrNoKey = errors.New("maintenance has not been read yet")

func newKey() []byte {
	key := make([]byte, keySize)
	_, _ = rand.Read(key) // it never fails
	return key
}

// Pass signs a word that lets its holder into one brand for an hour, whatever is declared
// or detected. It goes behind /?bypass=. It fails with ErrNoKey while the store has never
// been read.
func (m *Manager) Pass(brand string) (pass string, until time.Time, err error) {
	key := m.known.Load().key
	if len(key) < keySize {
		return "", time.Time{}, ErrNoKey
	}
	until = m.now().Add(passLife).Truncate(time.Second)
	raw := binary.BigEndian.AppendUint64(nil, uint64(until.Unix()))
	raw = append(raw, sign(key, brand, raw)...)
	return base64.RawURLEncoding.EncodeToString(raw), until, nil
}

// BypassValidUntil tells until when a pass lets its holder into the brand; see
// gateway.MaintenanceBypass.
func (m *Manager) BypassValidUntil(brand, pass string) (until time.Time, ok bool) {
	key := m.known.Load().key
	if len(key) < keySize || len(pass) != base64.RawURLEncoding.EncodedLen(momentAt+sha256.Size) {
		return time.Time{}, false
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(pass)
	if err != nil || !hmac.Equal(raw[momentAt:], sign(key, brand, raw[:momentAt])) {
		return time.Time{}, false
	}
	until = time.Unix(int64(binary.BigEndian.Uint64(raw)), 0)
	return until, m.now().Before(until)
}

// sign binds a moment to a brand. The brand comes last: the moment before it has one
// length, so that no two pairs are signed alike.
func sign(key []byte, brand string, moment []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("croupier pass\n"))
	mac.Write(moment)
	mac.Write([]byte(brand))
	return mac.Sum(nil)
}
