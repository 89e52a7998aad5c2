package session

import (
	"context"
	"errors"
	"fmt"

	"croupier/bff"
)

// errMixed is a user object whose parts come from different logins.
var errMixed = errors.New("uid is not that of the session")

// OpenUser reads the user object of a client without cookies; see bff.Sessions. Its sid is
// the token that others carry in their cookie, so that every limit of a session, its brand
// and its end hold alike. The uid must be the session's own; the uip is only passed around.
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
		return nil, bff.ReasonAnonymous.WithCause(errMixed)
	}
	s.BodyTransport = true
	return s, nil
}
