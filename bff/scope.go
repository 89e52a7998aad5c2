// Package bff holds the types that all parts of Croupier share, and the interfaces with more than one implementation.
// It imports the standard library only. bff/README.md says which part may import which.
package bff

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"encoding/binary"
	"net/netip"
	"strings"
	"time"
)

// Scope holds the properties of one request. The gateway fills it stage by stage.
type Scope struct {
	RequestID string
	Brand     *Brand
	Partition Partition  // of the brand; see PartitionOf
	Visitor   netip.Addr // the visitor's address; forwarding headers are read from trusted proxies only
	UserAgent string     // the visitor's User-Agent header

	// RegionBlocked says that the brand refuses the visitor's country. It is set for pages; a call is refused instead.
	RegionBlocked bool

	Lang    string   // two letters; the language of the answer
	Session *Session // nil for a visitor
	Call    *Call    // nil before the call is looked up
	Amount  string   // the amount of a money call as received; empty without one
	Rules   Rules    // the rules in force for this call's data
	Module  bool     // of a page under development; successful ones are not logged
}

// Partition separates what must not mix, as a key of caches, limits, records and circuits: the id of a brand, or of
// a tester's part of it. The zero value counts as the whole brand.
type Partition string

// PartitionOf returns the partition of a brand for a tester. Without a name, or if the brand has no tests, it is the
// whole brand.
func PartitionOf(b *Brand, tester string) Partition {
	if tester == "" || !b.Upstream.Control {
		return Partition(b.ID)
	}
	return Partition(b.ID + "/" + tester)
}

// At returns the partition of another brand for the same tester.
func (p Partition) At(b *Brand) Partition { return PartitionOf(b, p.Tester()) }

// Brand returns the id of the brand.
func (p Partition) Brand() string {
	brand, _, _ := strings.Cut(string(p), "/")
	return brand
}

// Tester returns the name of the tester, or "" for the whole brand.
func (p Partition) Tester() string {
	_, tester, _ := strings.Cut(string(p), "/")
	return tester
}

// IsWhole reports whether p is the whole brand.
func (p Partition) IsWhole() bool { return p.Tester() == "" }

// Shows reports whether somebody in p may see what belongs to other, of the same brand. The whole brand shows all.
func (p Partition) Shows(other Partition) bool { return p.IsWhole() || p == other }

// Qualify returns the key within the brand of a name, which is another one for each tester.
func (p Partition) Qualify(name string) string {
	if tester := p.Tester(); tester != "" {
		return tester + "/" + name
	}
	return name
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

// NewRequestID returns a random id that tells its time, so that stores can keep records in the order of requests.
func NewRequestID(at time.Time) string {
	var b [16]byte // 6 of Unix milliseconds, and 10 random ones
	binary.BigEndian.PutUint64(b[:], uint64(at.UnixMilli())<<16)
	_, _ = rand.Read(b[6:]) // never fails, see crypto/rand
	return requestIDEncoding.EncodeToString(b[:])
}

// RequestTime returns the time of an id of NewRequestID. Other ids, which a proxy may have set, have none, or any.
func RequestTime(id string) (at time.Time, ok bool) {
	raw, err := requestIDEncoding.DecodeString(id)
	if err != nil || len(raw) != 16 {
		return time.Time{}, false
	}
	return time.UnixMilli(int64(binary.BigEndian.Uint64(raw) >> 16)).UTC(), true
}
