package session

import (
	"context"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/crypto/chacha20poly1305"

	"croupier/bff"
)

// A ticket is "ticket.kid.id.secret". What the store keeps under its id is the session's
// token, sealed with a key that takes both the secret and the ring to derive: a copy of the
// store opens nothing, with or without the ring, and a cookie opens nothing without the
// store.

const ticketPrefix = "ticket."

// errNoTicket is a ticket to nothing.
var errNoTicket = errors.New("the store keeps nothing for the ticket")

// issue writes s into the store and gives the ticket to it. The same session within
// seconds is given the same ticket: a client that refreshes in a loop must not fill the
// store.
func (m *Manager) issue(ctx context.Context, ring *KeyRing, s *bff.Session) (string, error) {
	if ticket, ok := m.written.get(*s); ok {
		return ticket, nil
	}
	token, err := ring.write(s, m.now())
	if err != nil {
		return "", err
	}
	k, id, secret := ring.newest(m.now()), rand.Text(), make([]byte, secretSize)
	_, _ = rand.Read(secret) // never fails, see crypto/rand
	sealed, err := k.sealTicket(id, secret, token)
	if err != nil {
		return "", err
	}
	if err := m.tickets.Put(ctx, id, sealed, s.ExpiresAt.Add(leeway)); err != nil {
		return "", bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(fmt.Errorf("session tickets: %w", err))
	}
	ticket := ticketPrefix + k.Kid + "." + id + "." + base64.RawURLEncoding.EncodeToString(secret)
	m.written.put(*s, ticket)
	return ticket, nil
}

// redeem gives the token that a ticket leads to; a token leads to itself. It fails with
// ReasonUnavailable where the store cannot be asked.
func (m *Manager) redeem(ctx context.Context, ring *KeyRing, token string) (string, error) {
	kid, id, secret, ok := readTicket(token)
	if !ok {
		return token, nil
	}
	if m.tickets == nil {
		return "", errForeign
	}
	k := ring.byKid[kid]
	if k == nil {
		return "", errUnknownKey
	}
	sealed, err := m.tickets.Get(ctx, id)
	if err != nil {
		return "", bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(fmt.Errorf("session tickets: %w", err))
	}
	if sealed == nil {
		return "", errNoTicket
	}
	return k.openTicket(id, secret, sealed)
}

// tear takes out of the store what a ticket leads to, once it leads nobody in any more.
func (m *Manager) tear(ctx context.Context, token string) {
	_, id, _, ok := readTicket(token)
	if !ok || m.tickets == nil {
		return
	}
	if err := m.tickets.Delete(ctx, id); err != nil {
		m.log.WarnContext(ctx, "an ended session stays in the store until it expires", "cause", err.Error())
	}
}

// readTicket takes a ticket apart. Anything else is none.
func readTicket(token string) (kid, id string, secret []byte, ok bool) {
	rest, ok := strings.CutPrefix(token, ticketPrefix)
	parts := strings.Split(rest, ".")
	if !ok || len(token) > maxToken || len(parts) != 3 || !kidForm.MatchString(parts[1]) {
		return "", "", nil, false
	}
	secret, err := base64.RawURLEncoding.Strict().DecodeString(parts[2])
	if err != nil || len(secret) != secretSize {
		return "", "", nil, false
	}
	return parts[0], parts[1], secret, true
}

// ticketKey derives what one ticket is sealed with. It seals once, so that a nonce has
// nothing to tell apart.
func (k *key) ticketKey(id string, secret []byte) ([]byte, error) {
	return hkdf.Key(sha256.New, secret, k.ticket, "croupier ticket: "+id, chacha20poly1305.KeySize)
}

func (k *key) sealTicket(id string, secret []byte, token string) ([]byte, error) {
	derived, err := k.ticketKey(id, secret)
	if err != nil {
		return nil, fmt.Errorf("session ticket: %w", err)
	}
	aead, err := chacha20poly1305.NewX(derived)
	if err != nil {
		return nil, fmt.Errorf("session ticket: %w", err)
	}
	return aead.Seal(nil, make([]byte, aead.NonceSize()), []byte(token), nil), nil //nolint:gosec // the key seals once
}

func (k *key) openTicket(id string, secret, sealed []byte) (string, error) {
	derived, err := k.ticketKey(id, secret)
	if err != nil {
		return "", err
	}
	aead, err := chacha20poly1305.NewX(derived)
	if err != nil {
		return "", err
	}
	plain, err := aead.Open(nil, make([]byte, aead.NonceSize()), sealed, nil)
	return string(plain), err
}
