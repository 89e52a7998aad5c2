package session

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
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
	// maxToken is the maximum token length in bytes. Browsers drop cookies longer than 4096,
	// including name and attributes.
	maxToken = 3800
)

// method is the only accepted signing method. The BFF alone reads its tokens, so a shared
// secret suffices, at a fifth of the cost of an asymmetric signature.
var method = jwt.SigningMethodHS256

// claims are the claims of a token: aud is the brand, jti the session id, iat the start of the
// idle time, exp the absolute end. Everything else is encrypted in ses.
type claims struct {
	jwt.RegisteredClaims
	Sealed string `json:"ses"`
}

// sealedClaims is the encrypted part of a token.
type sealedClaims struct {
	Identity  bff.Identity      `json:"identity"`
	Pending   bool              `json:"pending,omitempty"`
	TwoFactor bool              `json:"two_factor,omitempty"`
	Due       bff.SecondFactors `json:"due,omitempty"`
	NewDevice bool              `json:"new_device,omitempty"`
	LoginAt   int64             `json:"login_at"`             // Unix milliseconds
	RenamedAt int64             `json:"renamed_at,omitempty"` // Unix milliseconds
}

// Errors of tokens.
var (
	errTooLong = errors.New("token too long")
	errForeign = errors.New("not a session token")
	// errUnknownKey may mean a key that another instance already uses.
	errUnknownKey = errors.New("key id not in the key ring")
)

// write returns the token of s, sealed with the newest key.
func (r *KeyRing) write(s *bff.Session, now time.Time) (string, error) {
	k := r.newest(now)
	plain, err := json.Marshal(sealedClaims{
		Identity: s.Identity, Pending: s.Pending, TwoFactor: s.TwoFactor, Due: s.Due, NewDevice: s.NewDevice, LoginAt: s.LoginAt.UnixMilli(),
		RenamedAt: toMillis(s.RenamedAt),
	})
	if err != nil {
		return "", fmt.Errorf("session token: %w", err)
	}
	nonce := make([]byte, k.seal.NonceSize(), k.seal.NonceSize()+len(plain)+k.seal.Overhead())
	_, _ = rand.Read(nonce) // never fails, see crypto/rand
	sealed := k.seal.Seal(nonce, nonce, plain, boundTo(s.Brand, s.ID))
	t := jwt.NewWithClaims(method, &claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer:    issuer,
			Audience:  jwt.ClaimStrings{s.Brand},
			ID:        s.ID,
			IssuedAt:  jwt.NewNumericDate(s.IssuedAt),
			ExpiresAt: jwt.NewNumericDate(s.ExpiresAt),
		},
		Sealed: base64.RawURLEncoding.EncodeToString(sealed),
	})
	t.Header["typ"], t.Header["kid"] = tokenType, k.Kid
	token, err := t.SignedString(k.sign)
	if err != nil {
		return "", fmt.Errorf("session token: %w", err)
	}
	return token, nil
}

// read opens a token of the brand. It checks authenticity and absolute end; the caller checks
// idle time and revocation.
func (r *KeyRing) read(token, brand string, now func() time.Time) (*bff.Session, error) {
	var c claims
	t, err := jwt.NewParser(
		jwt.WithValidMethods([]string{method.Alg()}),
		jwt.WithExpirationRequired(),
		jwt.WithIssuedAt(),
		jwt.WithIssuer(issuer),
		jwt.WithAudience(brand),
		jwt.WithLeeway(leeway),
		jwt.WithTimeFunc(now),
		jwt.WithStrictDecoding(),
	).ParseWithClaims(token, &c, func(t *jwt.Token) (any, error) {
		k, err := r.keyOf(t)
		if err != nil {
			return nil, err
		}
		return k.sign, nil
	})
	if err != nil {
		return nil, err // the claims are filled in even on error and must not be used
	}
	k, err := r.keyOf(t)
	if err != nil {
		return nil, err
	}
	if c.ID == "" || c.IssuedAt == nil || len(c.Audience) != 1 {
		return nil, errForeign
	}
	return k.open(&c, brand)
}

func (r *KeyRing) keyOf(t *jwt.Token) (*key, error) {
	kid, _ := t.Header["kid"].(string)
	if t.Header["typ"] != tokenType {
		return nil, errForeign
	}
	if k := r.byKid[kid]; k != nil {
		return k, nil
	}
	return nil, errUnknownKey
}

func (k *key) open(c *claims, brand string) (*bff.Session, error) {
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(c.Sealed)
	if err != nil {
		return nil, err
	}
	size := k.seal.NonceSize()
	if len(sealed) < size {
		return nil, errForeign
	}
	plain, err := k.seal.Open(nil, sealed[:size], sealed[size:], boundTo(brand, c.ID))
	if err != nil {
		return nil, err
	}
	var in sealedClaims
	if err := json.Unmarshal(plain, &in); err != nil {
		return nil, err
	}
	if in.Identity.Partition.Brand() != brand {
		return nil, errForeign
	}
	return &bff.Session{
		ID: c.ID, Brand: brand, Identity: in.Identity, Pending: in.Pending, TwoFactor: in.TwoFactor, Due: in.Due, NewDevice: in.NewDevice,
		LoginAt: time.UnixMilli(in.LoginAt).UTC(), RenamedAt: fromMillis(in.RenamedAt), IssuedAt: c.IssuedAt.UTC(), ExpiresAt: c.ExpiresAt.UTC(), Kid: k.Kid,
	}, nil
}

// toMillis returns Unix milliseconds; 0 for the zero time.
func toMillis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// fromMillis returns the time of Unix milliseconds; the zero time for 0.
func fromMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// boundTo returns the additional data of the encrypted part, which binds it to brand and id.
// The length prefix separates the two.
func boundTo(brand, id string) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(brand)))
	return append(append(b, brand...), id...)
}

// Names of the sealed fields. Each field is sealed together with its name, so that fields
// cannot be swapped.
const (
	fieldUID = "uid"
	fieldSID = "sid"
	fieldUIP = "uip"
)

var errNotSealed = errors.New("value was not sealed with this key ring")

// Seal encrypts an identity for the browser with the public key of the ring's newest key. Each
// field is "kid.base64url" and differs on every call.
func (m *Manager) Seal(id bff.Identity) (bff.SealedUser, error) {
	k := m.ring.Load().newest(m.Now())
	var out bff.SealedUser
	for _, f := range []struct {
		name, value string
		dst         *string
	}{{fieldUID, id.UID, &out.UID}, {fieldSID, id.SID, &out.SID}, {fieldUIP, id.UIP, &out.UIP}} {
		sealed, err := box.SealAnonymous(nil, []byte(f.name+"\x00"+f.value), k.public, rand.Reader)
		if err != nil {
			return bff.SealedUser{}, fmt.Errorf("seal identity: %w", err)
		}
		*f.dst = k.Kid + "." + base64.RawURLEncoding.EncodeToString(sealed)
	}
	return out, nil
}

// unseal opens one field of Seal with any key of the ring.
func (r *KeyRing) unseal(name, sealed string) (string, error) {
	kid, text, _ := strings.Cut(sealed, ".")
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
