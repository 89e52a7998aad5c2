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
	// loginTTL is the lifetime of a login.
	loginTTL = 8 * time.Hour
	// revocationPrefix is the key prefix of revoked logins.
	revocationPrefix = "staff/"
)

// errInvalidToken is returned for a token that is missing, forged, expired or revoked.
var errInvalidToken = errors.New("invalid login token")

// tokens signs and verifies login tokens. Its keys are records, so that instances with a shared
// store accept each other's tokens; two instances that start at once may each add a key.
type tokens struct {
	records     bff.RecordStore
	revocations bff.Revocations
	now         func() time.Time
}

// openTokens creates the first key where there is none.
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

// sign returns the token of a login.
func (t *tokens) sign(ctx context.Context, name string) (string, error) {
	keys, err := t.records.All(ctx)
	if err != nil {
		return "", fmt.Errorf("staff keys: %w", err)
	}
	if len(keys) == 0 {
		return "", errors.New("staff keys: 0 keys")
	}
	kid := slices.Min(slices.Collect(maps.Keys(keys)))
	now := t.now()
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.RegisteredClaims{
		Subject: name, Audience: jwt.ClaimStrings{audience}, ID: rand.Text(),
		IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(loginTTL)),
	})
	token.Header["kid"] = kid
	return token.SignedString(keys[kid])
}

// verify returns the claims of a valid token, else errInvalidToken.
func (t *tokens) verify(ctx context.Context, text string) (*jwt.RegisteredClaims, error) {
	if text == "" {
		return nil, errInvalidToken
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
		jwt.WithExpirationRequired(), jwt.WithIssuedAt(), jwt.WithStrictDecoding(), jwt.WithTimeFunc(t.now))
	if err == nil && (claims.Subject == "" || claims.ID == "") {
		err = jwt.ErrTokenRequiredClaimMissing
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errInvalidToken, err)
	}
	at, err := t.revocations.Revoked(ctx, revocationPrefix+claims.ID, bff.RevocationOfEveryone)
	if err != nil {
		return nil, err
	}
	if !at[0].IsZero() || !at[1].IsZero() && !claims.IssuedAt.After(at[1]) {
		return nil, errInvalidToken
	}
	return claims, nil
}

// end revokes a token.
func (t *tokens) end(ctx context.Context, claims *jwt.RegisteredClaims) error {
	return t.revocations.Revoke(ctx, revocationPrefix+claims.ID, t.now(), claims.ExpiresAt.Time)
}
