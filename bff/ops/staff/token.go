package staff

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/golang-jwt/jwt/v5"

	"croupier/bff"
)

const (
	audience = "croupier-staff"
	// deviceAudience is that of the token of a browser that has logged in. It is no login.
	deviceAudience   = "croupier-staff-device"
	deviceTTL        = 180 * 24 * time.Hour
	loginTTL         = 8 * time.Hour
	revocationPrefix = "staff/"
)

var errInvalidToken = errors.New("invalid login token")

// tokens signs and verifies login tokens. Its keys are records, so that instances with a shared
// store accept each other's tokens; two instances that start at once may each add a key.
type tokens struct {
	records     bff.RecordStore
	logins      bff.RecordStore
	revocations bff.Revocations
	now         func() time.Time
}

func openTokens(ctx context.Context, records, logins bff.RecordStore, revocations bff.Revocations, now func() time.Time) (*tokens, error) {
	t := &tokens{records: records, logins: logins, revocations: revocations, now: now}
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

// sign begins a login of an account and returns its token. l holds where it comes from.
func (t *tokens) sign(ctx context.Context, a *Account, l storedLogin) (string, error) {
	now := t.now()
	id := rand.Text()
	l.Name, l.Generation, l.At, l.Until = a.Name, a.Generation, now.UTC(), now.Add(loginTTL).UTC()
	if err := t.keep(ctx, id, l); err != nil {
		return "", err
	}
	return t.signed(ctx, audience, a.Name, id, loginTTL)
}

func (t *tokens) signed(ctx context.Context, audience, name, id string, ttl time.Duration) (string, error) {
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
		Subject: name, Audience: jwt.ClaimStrings{audience}, ID: id,
		IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(ttl)),
	})
	token.Header["kid"] = kid
	return token.SignedString(keys[kid])
}

// verify returns the claims of a valid token, else errInvalidToken.
func (t *tokens) verify(ctx context.Context, text string) (*jwt.RegisteredClaims, error) {
	claims, err := t.parse(ctx, audience, text)
	if err != nil {
		return nil, err
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

// parse returns the claims of an authentic, unexpired token for an audience, else errInvalidToken.
func (t *tokens) parse(ctx context.Context, audience, text string) (*jwt.RegisteredClaims, error) {
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
	return claims, nil
}

// end ends a login that would expire at until.
func (t *tokens) end(ctx context.Context, id string, until time.Time) error {
	if err := t.revocations.Revoke(ctx, revocationPrefix+id, t.now(), until); err != nil {
		return err
	}
	return t.logins.Delete(ctx, id)
}

// storedLogin is the record of a login. A login is valid while its record exists and has the
// generation of its account.
type storedLogin struct {
	Name       string     `json:"name"`
	Generation int        `json:"generation"`
	At         time.Time  `json:"at"`
	Until      time.Time  `json:"until"`
	From       netip.Addr `json:"from,omitzero"`
	Agent      string     `json:"agent,omitempty"`
}

const maxAgent = 160

// shortAgent returns the first graphic characters of a User-Agent.
func shortAgent(agent string) string {
	shown := []rune(strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || !unicode.IsGraphic(r) {
			return -1
		}
		return r
	}, agent))
	return string(shown[:min(len(shown), maxAgent)])
}

// all returns the unexpired logins of every account by id, and deletes the others.
func (t *tokens) all(ctx context.Context) (map[string]storedLogin, error) {
	raw, err := t.logins.All(ctx)
	if err != nil {
		return nil, fmt.Errorf("staff logins: %w", err)
	}
	out := make(map[string]storedLogin, len(raw))
	for id, value := range raw {
		var l storedLogin
		if json.Unmarshal(value, &l) != nil || !t.now().Before(l.Until) {
			_ = t.logins.Delete(ctx, id) // an expired login is invalid with its record too
			continue
		}
		out[id] = l
	}
	return out, nil
}

func (t *tokens) loginsOf(ctx context.Context, a *Account) (map[string]storedLogin, error) {
	all, err := t.all(ctx)
	for id, l := range all {
		if l.Name != a.Name || l.Generation != a.Generation {
			delete(all, id)
		}
	}
	return all, err
}

func (t *tokens) keep(ctx context.Context, id string, l storedLogin) error {
	raw, err := json.Marshal(l)
	if err == nil {
		err = t.logins.Put(ctx, id, raw)
	}
	if err != nil {
		return fmt.Errorf("staff login: %w", err)
	}
	return nil
}
