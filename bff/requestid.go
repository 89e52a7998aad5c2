package bff

import (
	"crypto/rand"
	"encoding/base32"
	"encoding/binary"
	"time"
)

// requestIDEncoding writes the 16 bytes of a request id as 26 characters.
var requestIDEncoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// Sizes of a request id in bytes: its time in Unix milliseconds, and what makes it unique.
const (
	requestTimeSize   = 6
	requestRandomSize = 10
)

// NewRequestID returns a random id that tells its time, so that stores can keep what belongs to requests in the
// order in which they came.
func NewRequestID(at time.Time) string {
	var b [requestTimeSize + requestRandomSize]byte
	binary.BigEndian.PutUint64(b[:], uint64(at.UnixMilli())<<16)
	_, _ = rand.Read(b[requestTimeSize:]) // never fails, see crypto/rand
	return requestIDEncoding.EncodeToString(b[:])
}

// RequestTime returns the time of an id of NewRequestID. Other ids, which a proxy may have set, have none, or any.
func RequestTime(id string) (at time.Time, ok bool) {
	raw, err := requestIDEncoding.DecodeString(id)
	if err != nil || len(raw) != requestTimeSize+requestRandomSize {
		return time.Time{}, false
	}
	return time.UnixMilli(int64(binary.BigEndian.Uint64(raw) >> 16)).UTC(), true
}
