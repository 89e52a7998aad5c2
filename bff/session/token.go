package session

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"croupier/bff"
)

const (
	issuer    = "croupier"
	tokenType = "croupier-session+jwt"
	// leeway is how far the clocks of two instances may differ.
	leeway = 5 * time.Second
	// maxToken is the longest token in bytes; browsers drop cookies beyond 4096, name and
	// attributes included.
	maxToken = 3800
)

// method is the one way tokens are signed. The BFF is the only reader of its tokens, so
// that a shared secret does, at a fifth of the cost of a signature.
var method = jwt.SigningMethodHS256

// claims are a token's: aud is the brand, jti the session's id, iat when the idle time
// began, exp the absolute end. The rest is encrypted.
type claims struct {
	jwt.RegisteredClaims
	Sealed string `json:"ses"`
}

// inside is what a token keeps to the BFF.
type inside struct {
	Identity  bff.Identity `json:"identity"`
	Pending   bool         `json:"pending,omitempty"`
	TwoFactor bool         `json:"two_factor,omitempty"`
	LoginAt   int64        `json:"login_at"` // Unix milliseconds
}

// Faults of a token.
var (
	errTooLong = errors.New("the token is too long")
	errForeign = errors.New("the token is not one of ours")
	// errUnknownKey may be told of a key that another instance has begun to use.
	errUnknownKey = errors.New("the ring does not hold the token's key")
)

// write makes the token of s with the key that seals now.
func (r *KeyRing) write(s *bff.Session, now time.Time) (string, error) {
	k := r.newest(now)
	plain, err := json.Marshal(inside{
		Identity: s.Identity, Pending: s.Pending, TwoFactor: s.TwoFactor, LoginAt: s.LoginAt.UnixMilli(),
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
	if len(token) > maxToken {
		return "", fmt.Errorf("session token: %w: %d bytes, at most %d fit a cookie", errTooLong, len(token), maxToken)
	}
	return token, nil
}

// read opens a token of the brand. What it gives is genuine and not past its absolute
// end; idle time and revocation are the caller's to judge.
func (r *KeyRing) read(token, brand string, now func() time.Time) (*bff.Session, error) {
	if len(token) > maxToken {
		return nil, errTooLong
	}
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
		return nil, err // claims are there all the same; they are not to be used
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
	var in inside
	if err := json.Unmarshal(plain, &in); err != nil {
		return nil, err
	}
	return &bff.Session{
		ID: c.ID, Brand: brand, Identity: in.Identity, Pending: in.Pending, TwoFactor: in.TwoFactor,
		LoginAt: time.UnixMilli(in.LoginAt).UTC(), IssuedAt: c.IssuedAt.UTC(), ExpiresAt: c.ExpiresAt.UTC(),
	}, nil
}

// boundTo is what the encrypted part of a token is bound to, so that it opens nowhere
// else. The length keeps brand and id apart.
func boundTo(brand, id string) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(brand)))
	return append(append(b, brand...), id...)
}
