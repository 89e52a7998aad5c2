package staff

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"croupier/bff"
)

const (
	audience = "croupier-staff"
	// life is how long a login lasts.
	life = 8 * time.Hour
	// revoked begins the marks of logins that have ended.
	revoked = "staff/"
)

// errNoLogin is a token that is missing, forged, over or ended.
var errNoLogin = errors.New("not logged in")

// tokens signs and reads what the cookie holds. Keys lie in records, so that instances
// that share those know each other's: each of two that start at once may add one.
type tokens struct {
	records     bff.RecordStore
	revocations bff.Revocations
	now         func() time.Time
}

// openTokens makes the first key where there is none.
func openTokens(ctx context.Context, records bff.RecordStore, revocations bff.Revocations, now func() time.Time) (*tokens, error) {
	t := &tokens{records: records, revocations: revocations, now: now}
	all, err := records.All(ctx)
	if err == nil && len(all) == 0 {
		key := make([]byte, 32)
		_, _ = rand.Read(key) // never fails
		err = records.Put(ctx, rand.Text(), key)
	}
	if err != nil {
		return nil, fmt.Errorf("staff keys: %w", err)
	}
	return t, nil
}

// sign makes the token of a login.
func (t *tokens) sign(ctx context.Context, name string) (string, error) {
	keys, err := t.records.All(ctx)
	if err != nil {
		return "", fmt.Errorf("staff keys: %w", err)
	}
	if len(keys) == 0 {
		return "", errors.New("staff keys: there is none")
	}
	kid := slices.Min(slices.Collect(maps.Keys(keys)))
	now := t.now()
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.RegisteredClaims{
		Subject: name, Audience: jwt.ClaimStrings{audience}, ID: rand.Text(),
		IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(life)),
	})
	token.Header["kid"] = kid
	return token.SignedString(keys[kid])
}

// read gives the claims of a token; errNoLogin for one that is good for nothing.
func (t *tokens) read(ctx context.Context, text string) (*jwt.RegisteredClaims, error) {
	if text == "" {
		return nil, errNoLogin
	}
	keys, err := t.records.All(ctx)
	if err != nil {
		return nil, fmt.Errorf("staff keys: %w", err)
	}
	claims := new(jwt.RegisteredClaims)
	_, err = jwt.ParseWithClaims(text, claims, func(token *jwt.Token) (any, error) {
		kid, _ := token.Header["kid"].(string)
		if key, ok := keys[kid]; ok {
			return key, nil
		}
		return nil, jwt.ErrTokenUnverifiable
	}, jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}), jwt.WithAudience(audience),
		jwt.WithExpirationRequired(), jwt.WithTimeFunc(t.now))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errNoLogin, err)
	}
	at, err := t.revocations.Revoked(ctx, revoked+claims.ID)
	if err != nil {
		return nil, err
	}
	if !at.IsZero() {
		return nil, errNoLogin
	}
	return claims, nil
}

// end makes a token useless.
func (t *tokens) end(ctx context.Context, claims *jwt.RegisteredClaims) error {
	return t.revocations.Revoke(ctx, revoked+claims.ID, t.now(), claims.ExpiresAt.Time)
}
