package session

import (
	"context"
	"errors"
	"fmt"

	"croupier/bff"
)

var errUserMismatch = errors.New("uid does not match the session")

// OpenUser implements bff.Sessions. The sid of the user object is the session's token, so that
// brand, limits and revocation apply as for a cookie. The uid must match the session; the uip
// is not used.
func (m *Manager) OpenUser(ctx context.Context, brand *bff.Brand, u bff.SealedUser) (*bff.Session, error) {
	s, err := m.Open(ctx, brand, u.SID)
	if err != nil {
		return nil, err
	}
	uid, err := m.ring.Load().unseal(fieldUID, u.UID)
	if err != nil {
		return nil, bff.ReasonAnonymous.WithCause(fmt.Errorf("uid: %w", err))
	}
	if uid != s.Identity.UID {
		return nil, bff.ReasonAnonymous.WithCause(errUserMismatch)
	}
	s.BodyTransport = true
	return s, nil
}
