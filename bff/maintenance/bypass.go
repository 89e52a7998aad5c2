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

// bypassKeyRecord is the store key of the signing key. It cannot be a brand id.
const bypassKeyRecord = "/bypass-key"

const (
	keySize    = 32 // bytes
	bypassTTL  = time.Hour
	expirySize = 8 // bytes of the expiry; the signature follows
)

// ErrNoKey means that the signing key has not been loaded yet.
var ErrNoKey = errors.New("maintenance records not loaded yet")

func newBypassKey() []byte {
	key := make([]byte, keySize)
	_, _ = rand.Read(key) // never fails, see crypto/rand
	return key
}

// BypassToken signs a token that opens one brand for an hour, whatever is declared or detected.
// It is used as /?bypass=TOKEN. It fails with ErrNoKey until the store has been read once.
func (m *Manager) BypassToken(brand string) (token string, until time.Time, err error) {
	key := m.current.Load().key
	if len(key) < keySize {
		return "", time.Time{}, ErrNoKey
	}
	until = m.now().Add(bypassTTL).Truncate(time.Second)
	raw := binary.BigEndian.AppendUint64(nil, uint64(until.Unix()))
	raw = append(raw, sign(key, brand, raw)...)
	return base64.RawURLEncoding.EncodeToString(raw), until, nil
}

// BypassValidUntil implements gateway.MaintenanceBypass.
func (m *Manager) BypassValidUntil(brand, token string) (until time.Time, ok bool) {
	key := m.current.Load().key
	if len(key) < keySize || len(token) != base64.RawURLEncoding.EncodedLen(expirySize+sha256.Size) {
		return time.Time{}, false
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || !hmac.Equal(raw[expirySize:], sign(key, brand, raw[:expirySize])) {
		return time.Time{}, false
	}
	until = time.Unix(int64(binary.BigEndian.Uint64(raw)), 0)
	return until, m.now().Before(until)
}

// sign binds an expiry time to a brand. The fixed-size expiry comes first, so that distinct
// pairs have distinct inputs.
func sign(key []byte, brand string, expiry []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("croupier bypass\n"))
	mac.Write(expiry)
	mac.Write([]byte(brand))
	return mac.Sum(nil)
}
