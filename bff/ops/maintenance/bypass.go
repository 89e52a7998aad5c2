package maintenance

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"slices"
	"strings"
	"time"

	"croupier/bff"
)

const bypassTTL = time.Hour

const maxLinks = 100

// link is the stored record of a bypass link. It does not contain the secret.
type link struct {
	bff.BypassLink
	Hash []byte `json:"hash"` // SHA-256 of the secret, which is random
}

func newID() string { return strings.ToLower(rand.Text()[:12]) }

// AddBypassLink creates a link that bypasses all maintenance of one brand for an hour. It returns
// the token for /?bypass=TOKEN, and fails with bff.ErrMaintenanceFull.
func (m *Manager) AddBypassLink(ctx context.Context, brand, by string) (l bff.BypassLink, token string, err error) {
	if len(m.BypassLinks(brand)) >= maxLinks {
		return l, "", bff.ErrMaintenanceFull
	}
	now, secret := m.Now().UTC().Truncate(time.Second), rand.Text()
	hash := sha256.Sum256([]byte(secret))
	one := &link{BypassLink: bff.BypassLink{ID: newID(), By: by, Until: now.Add(bypassTTL)}, Hash: hash[:]}
	if err := m.change(ctx, brand, func(d *declared) error {
		d.Links[one.ID] = one
		return nil
	}); err != nil {
		return l, "", err
	}
	return one.BypassLink, one.ID + "." + secret, nil
}

// BypassLinks returns the valid links of a brand, newest first.
func (m *Manager) BypassLinks(brand string) []bff.BypassLink {
	out, now := []bff.BypassLink{}, m.Now()
	for _, l := range m.stored().of(brand).Links {
		if now.Before(l.Until) {
			out = append(out, l.BypassLink)
		}
	}
	slices.SortFunc(out, func(a, b bff.BypassLink) int {
		return cmp.Or(b.Until.Compare(a.Until), strings.Compare(a.ID, b.ID))
	})
	return out
}

// RevokeBypassLink ends a link of a brand. It fails with bff.ErrMaintenanceUnknown.
func (m *Manager) RevokeBypassLink(ctx context.Context, brand, id string) error {
	return m.change(ctx, brand, func(d *declared) error {
		if d.Links[id] == nil {
			return bff.ErrMaintenanceUnknown
		}
		delete(d.Links, id)
		return nil
	})
}

// BypassValidUntil implements gateway.Maintenance.
func (m *Manager) BypassValidUntil(brand, token string) (until time.Time, ok bool) {
	id, secret, _ := strings.Cut(token, ".")
	l := m.stored().of(brand).Links[id]
	if l == nil {
		return time.Time{}, false
	}
	hash := sha256.Sum256([]byte(secret))
	if subtle.ConstantTimeCompare(hash[:], l.Hash) != 1 {
		return time.Time{}, false
	}
	return l.Until, m.Now().Before(l.Until)
}
