package session

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"golang.org/x/crypto/nacl/box"

	"croupier/bff"
)

const (
	issuer    = "croupier"
	tokenType = "croupier-session+jwt"
	// leeway is the tolerated clock difference between instances.
	leeway = 5 * time.Second
	// maxToken is the maximum length of a token. Browsers drop cookies longer than 4096 bytes with
	// their attributes.
	maxToken = 3800
)

// method is the only accepted signing method. It uses a shared secret, because only Croupier reads
// its tokens.
var method = jwt.SigningMethodHS256

// claims are the claims of a token: aud is the brand, jti the session id, iat the start of the idle
// time, exp the absolute end. ses contains everything else in encrypted form.
type claims struct {
	jwt.RegisteredClaims
	Sealed string `json:"ses"`
}

// Errors of tokens.
var (
	errTooLong = errors.New("token too long")
	errForeign = errors.New("not a session token")
	// errUnknownKey may mean that another instance already uses a new key.
	errUnknownKey = errors.New("key id not in the key ring")
)

// write returns the token of s, sealed with the newest key.
func (r *KeyRing) write(s *bff.Session, now time.Time) (string, error) {
	k, in := r.newest(now), *s
	in.IssuedAt, in.ExpiresAt = time.Time{}, time.Time{} // they are claims
	t := jwt.NewWithClaims(method, &claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer:    issuer,
			Audience:  jwt.ClaimStrings{s.Brand},
			ID:        s.ID,
			IssuedAt:  jwt.NewNumericDate(s.IssuedAt),
			ExpiresAt: jwt.NewNumericDate(s.ExpiresAt),
		},
		Sealed: base64.RawURLEncoding.EncodeToString(k.seal.SealJSON(in, boundTo(s.Brand, s.ID))),
	})
	t.Header["typ"], t.Header["kid"] = tokenType, k.Kid
	token, err := t.SignedString(k.sign)
	if err != nil {
		return "", fmt.Errorf("could not sign the session token: %w", err)
	}
	return token, nil
}

// read opens a token of the brand. It does not check idle time and revocation.
func (r *KeyRing) read(token, brand string, now func() time.Time) (*bff.Session, error) {
	var c claims
	var k *key
	_, err := jwt.NewParser(
		jwt.WithValidMethods([]string{method.Alg()}),
		jwt.WithExpirationRequired(),
		jwt.WithIssuedAt(),
		jwt.WithIssuer(issuer),
		jwt.WithAudience(brand),
		jwt.WithLeeway(leeway),
		jwt.WithTimeFunc(now),
		jwt.WithStrictDecoding(),
	).ParseWithClaims(token, &c, func(t *jwt.Token) (any, error) {
		if t.Header["typ"] != tokenType {
			return nil, errForeign
		}
		kid, _ := t.Header["kid"].(string)
		if k = r.byKid[kid]; k == nil {
			return nil, errUnknownKey
		}
		return k.sign, nil
	})
	if err != nil {
		return nil, err // the parser fills in claims even on error, so do not use them
	}
	if c.ID == "" || c.IssuedAt == nil || len(c.Audience) != 1 {
		return nil, errForeign
	}
	in, err := base64.RawURLEncoding.Strict().DecodeString(c.Sealed)
	if err != nil {
		return nil, err
	}
	s := new(bff.Session)
	if err := k.seal.OpenJSON(in, boundTo(brand, c.ID), s); err != nil {
		return nil, err
	}
	if s.Identity.Partition.Brand() != brand {
		return nil, errForeign
	}
	s.ID, s.Brand, s.Kid, s.IssuedAt, s.ExpiresAt = c.ID, brand, k.Kid, c.IssuedAt.UTC(), c.ExpiresAt.UTC()
	return s, nil
}

// boundTo returns the context of the encrypted part, which binds it to brand and id. Brand ids
// contain no slash.
func boundTo(brand, id string) string { return brand + "/" + id }

var errNotSealed = errors.New("value was not sealed with this key ring")

// Seal encrypts an identity for the browser with the public key of the newest key. Each field is
// "kid.base64url" and differs on every call. It contains its name, so fields cannot be swapped.
func (m *Manager) Seal(id bff.Identity) (bff.SealedUser, error) {
	k := m.ring.Load().newest(m.Now())
	seal := func(name, value string) (string, error) {
		raw, err := box.SealAnonymous(nil, []byte(name+"\x00"+value), k.public, rand.Reader)
		return k.Kid + "." + base64.RawURLEncoding.EncodeToString(raw), err
	}
	uid, uidErr := seal("uid", id.UID)
	sid, sidErr := seal("sid", id.SID)
	uip, uipErr := seal("uip", id.UIP)
	return bff.SealedUser{UID: uid, SID: sid, UIP: uip}, errors.Join(uidErr, sidErr, uipErr)
}

// unseal opens one field of Seal with the matching key of the ring.
func (r *KeyRing) unseal(name, text string) (string, error) {
	kid, text, _ := strings.Cut(text, ".")
	k := r.byKid[kid]
	if k == nil {
		return "", errNotSealed
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		return "", err
	}
	plain, ok := box.OpenAnonymous(nil, raw, k.public, k.private)
	if !ok {
		return "", errNotSealed
	}
	value, ok := strings.CutPrefix(string(plain), name+"\x00")
	if !ok {
		return "", errNotSealed
	}
	return value, nil
}

var errUserMismatch = errors.New("uid does not match the session")

// OpenUser implements bff.Sessions. The sid is the session's token. The uip is ignored.
func (m *Manager) OpenUser(ctx context.Context, brand *bff.Brand, u bff.SealedUser) (*bff.Session, error) {
	s, err := m.Open(ctx, brand, u.SID)
	if err != nil {
		return nil, err
	}
	uid, err := m.ring.Load().unseal("uid", u.UID)
	if err != nil {
		return nil, bff.ReasonAnonymous.WithCause(fmt.Errorf("could not decrypt uid: %w", err))
	}
	if uid != s.Identity.UID {
		return nil, bff.ReasonAnonymous.WithCause(errUserMismatch)
	}
	s.BodyTransport = true
	return s, nil
}
