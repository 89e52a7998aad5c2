// Package bff holds the types that all parts of Croupier share, and the interfaces with more than one implementation.
// It imports the standard library only. bff/README.md says which part may import which.
package bff

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"encoding/binary"
	"net/netip"
	"time"
)

// Scope holds the properties of one request. The gateway creates it and fills it stage by stage;
// later stages read it instead of the HTTP request.
type Scope struct {
	RequestID string
	Brand     *Brand
	Visitor   netip.Addr // the visitor's address; forwarding headers are read from trusted proxies only
	UserAgent string     // the visitor's User-Agent header

	// RegionBlocked says that the brand refuses the visitor's country. It is set for pages; a call is refused instead.
	RegionBlocked bool

	Lang    string   // two letters; the language of the answer
	Session *Session // nil for a visitor
	Call    *Call    // nil before the call is looked up
	Amount  string   // the amount of a money call as received; empty without one
	Rules   Rules    // the rules in force for this call's data
	World   string   // the requested mock world; empty unless the brand's mock is controllable
	Module  bool     // of a page under development; successful ones are not logged
}

type scopeKey struct{}

// WithScope returns a copy of ctx that carries s.
func WithScope(ctx context.Context, s *Scope) context.Context {
	return context.WithValue(ctx, scopeKey{}, s)
}

// ScopeOf returns the scope that ctx carries, or nil.
func ScopeOf(ctx context.Context) *Scope {
	s, _ := ctx.Value(scopeKey{}).(*Scope)
	return s
}

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
