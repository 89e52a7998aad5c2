// Package bff contains the types that all parts of Croupier share, and the interfaces with more
// than one implementation. It imports only the standard library. See bff/README.md for the import
// rules of the other packages.
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

// Scope contains the properties of one request. The stages of the gateway fill it.
type Scope struct {
	RequestID string
	Brand     *Brand
	Partition Partition  // see PartitionOf
	Visitor   netip.Addr // visitor's address, with forwarding headers from trusted proxies only
	UserAgent string     // the visitor's User-Agent header

	// Preview means that the brand is a draft. Origins returns the origins of all hosts of all brands.
	// Both are set for pages only.
	Preview bool
	Origins func() []string

	// RegionBlocked means that the brand blocks the visitor's country. It is set for pages only,
	// because the gateway refuses such calls.
	RegionBlocked bool

	Country string // ISO 3166, empty if unknown. Set for own content, like Phone
	Phone   bool   // the visitor uses a phone

	// ReadPlayer reads for the player of the request's session cookie. It is set for pages only.
	ReadPlayer ReadPlayerCalls

	Lang    string   // two-letter language of the response
	Session *Session // nil for a visitor
	Call    *Call    // nil before the gateway has found the call
	Amount  string   // amount of a money call as received, empty without one
	Rules   Rules    // rules for the call with this data
	Module  bool     // page under development, which is logged only if it fails
}

// ConsolePath is the path of the console. The console's pages are below it.
const ConsolePath = "/maintenance-control"

// Partition separates caches, limits, records and circuits. It is the id of a brand, or identifies
// one tester within the brand. The zero value means the whole brand.
type Partition string

// PartitionOf returns the partition of a brand for a tester. Without a tester, or if the brand has
// no control API, it is the whole brand.
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

// Shows reports whether a user of p may see data of other, a partition of the same brand. The whole
// brand sees all data.
func (p Partition) Shows(other Partition) bool { return p.IsWhole() || p == other }

// Qualify returns name as a key within the brand. The key differs for each tester.
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

// requestIDEncoding encodes the 16 bytes of a request id as 26 characters.
var requestIDEncoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// NewRequestID returns a random id that contains its time. Stores can therefore sort records by id.
func NewRequestID(at time.Time) string {
	var b [16]byte // 6 bytes of Unix milliseconds and 10 random bytes
	binary.BigEndian.PutUint64(b[:], uint64(at.UnixMilli())<<16)
	_, _ = rand.Read(b[6:]) // never fails, see crypto/rand
	return requestIDEncoding.EncodeToString(b[:])
}

// RequestTime returns the time in an id of NewRequestID. For ids from a proxy, it fails or returns
// an arbitrary time.
func RequestTime(id string) (at time.Time, ok bool) {
	raw, err := requestIDEncoding.DecodeString(id)
	if err != nil || len(raw) != 16 {
		return time.Time{}, false
	}
	return time.UnixMilli(int64(binary.BigEndian.Uint64(raw) >> 16)).UTC(), true
}
