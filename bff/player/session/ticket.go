package session

import (
	"context"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"

	"croupier/bff"
	"croupier/bff/internal/sealed"
)

// ticketPrefix is the prefix of a ticket, "ticket.kid.id.secret". The store contains the session's
// token under the id. The token is sealed with a key from both the secret and the ring, so neither
// the store nor a cookie alone opens a session.
const ticketPrefix = "ticket."

var errUnknownTicket = errors.New("ticket not found in the store")

// issue stores s and returns its ticket. It returns the same ticket for a few seconds, because a
// client in a loop must not fill the store.
func (m *Manager) issue(ctx context.Context, ring *KeyRing, s *bff.Session) (string, error) {
	same := *s
	same.Kid, same.Ticket = "", false // the newest key issues the ticket, whichever key sealed the previous one
	if ticket, ok := m.issued.Get(same); ok {
		return ticket, nil
	}
	token, err := ring.write(s, m.Now())
	if err != nil {
		return "", err
	}
	k, id, secret := ring.newest(m.Now()), rand.Text(), make([]byte, secretSize)
	_, _ = rand.Read(secret) // never fails, see crypto/rand
	value := k.ticketBox(id, secret).Seal([]byte(token), "")
	if err := m.Tickets.Put(ctx, id, value, s.ExpiresAt.Add(leeway)); err != nil {
		return "", unavailable("put session ticket", err)
	}
	ticket := ticketPrefix + k.Kid + "." + id + "." + base64.RawURLEncoding.EncodeToString(secret)
	m.issued.Put(same, ticket)
	return ticket, nil
}

// redeem returns the token of a ticket. It returns a token unchanged.
func (m *Manager) redeem(ctx context.Context, ring *KeyRing, token string) (string, error) {
	if len(token) > maxToken {
		return "", errTooLong
	}
	kid, id, secret, ok := readTicket(token)
	if !ok {
		return token, nil
	}
	k := ring.byKid[kid]
	if k == nil {
		return "", errUnknownKey
	}
	value, err := m.Tickets.Get(ctx, id)
	if err != nil {
		return "", unavailable("get session ticket", err)
	}
	if value == nil {
		return "", errUnknownTicket
	}
	inner, err := k.ticketBox(id, secret).Open(value, "")
	return string(inner), err
}

// deleteTicket removes the session of an invalid ticket from the store.
func (m *Manager) deleteTicket(ctx context.Context, token string) {
	_, id, _, ok := readTicket(token)
	if !ok {
		return
	}
	if err := m.Tickets.Delete(ctx, id); err != nil {
		m.Log.WarnContext(ctx, "could not delete a ticket, it remains until it expires", "cause", err.Error())
	}
}

// readTicket parses a ticket. ok is false for anything else.
func readTicket(token string) (kid, id string, secret []byte, ok bool) {
	rest, ok := strings.CutPrefix(token, ticketPrefix)
	parts := strings.Split(rest, ".")
	if !ok || len(parts) != 3 || !kidForm.MatchString(parts[1]) {
		return "", "", nil, false
	}
	secret, err := base64.RawURLEncoding.Strict().DecodeString(parts[2])
	if err != nil || len(secret) != secretSize {
		return "", "", nil, false
	}
	return parts[0], parts[1], secret, true
}

func (k *key) ticketBox(id string, secret []byte) *sealed.Box {
	derived, err := hkdf.Key(sha256.New, secret, k.ticket, "croupier ticket: "+id, secretSize)
	if err != nil {
		panic(err) // only if the key is too long for HKDF
	}
	return sealed.New(derived)
}
