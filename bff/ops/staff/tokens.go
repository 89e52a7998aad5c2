package staff

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/netip"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/internal/lists"
)

// TokenScopes are the names of all scopes, sorted.
var TokenScopes = slices.Sorted(maps.Keys(scopeRoutes))

const (
	secretPrefix     = "crp_" // lets secret scanners find tokens
	maxTokenLifetime = 366 * 24 * time.Hour
	tokenUseInterval = time.Minute
)

// Token is a machine account. Scripts log in with its secret.
type Token struct {
	Name      string         `json:"name"`
	Scopes    []string       `json:"scopes"`
	Brands    []string       `json:"brands"`              // ids, or only Everywhere
	Addresses []netip.Prefix `json:"addresses,omitempty"` // of the client, empty for any address
	Expires   time.Time      `json:"expires"`
	Since     time.Time      `json:"since"`
	CreatedBy string         `json:"created_by"`        // the account, or the user of the command line
	LastUse   TokenUse       `json:"last_use,omitzero"` // see tokenUseInterval
	Secret    string         `json:"secret,omitempty"`  // of a new token, never stored
}

// TokenUse is a use of a token.
type TokenUse struct {
	At   time.Time  `json:"at"`
	From netip.Addr `json:"from"`
}

// account returns the name in the audit log. Names of accounts cannot have a colon.
func (t *Token) account() string { return "token:" + t.Name }

type storedToken struct {
	Token
	Hash string `json:"hash"` // hex of the SHA-256 of the secret
	raw  []byte
}

// Tokens stores tokens by name. Each request reads the store, so that a revocation applies to all
// instances at once.
type Tokens struct{ Records bff.SwapStore }

func (t *Tokens) load(ctx context.Context) (out []storedToken, err error) {
	records, err := t.Records.All(ctx)
	for _, name := range slices.Sorted(maps.Keys(records)) {
		one := storedToken{raw: records[name]}
		err = errors.Join(err, json.Unmarshal(one.raw, &one))
		out = append(out, one)
	}
	if err != nil {
		return nil, fmt.Errorf("could not read the tokens: %w", err)
	}
	return out, nil
}

// List returns all tokens, sorted by name.
func (t *Tokens) List(ctx context.Context) ([]Token, error) {
	all, err := t.load(ctx)
	return lists.Map(all, func(one storedToken) Token { return one.Token }), err
}

// find returns the token with a secret, or nil. Its time does not depend on the secret.
func (t *Tokens) find(ctx context.Context, secret string) (found *storedToken, err error) {
	all, err := t.load(ctx)
	hash := []byte(hashOf(secret))
	for i := range all {
		if subtle.ConstantTimeCompare(hash, []byte(all[i].Hash)) == 1 {
			found = &all[i]
		}
	}
	return found, err
}

// store reports false if the stored token is not old. A nil old means no token.
func (t *Tokens) store(ctx context.Context, old []byte, one storedToken) (stored bool, err error) {
	raw, err := json.Marshal(one)
	if err != nil {
		return false, err
	}
	return t.Records.Swap(ctx, one.Name, old, raw)
}

// createToken stores a new token and returns it with its secret. It fails with ErrName,
// ErrExists or a fault of a field.
func (a *AccountAdmin) createToken(ctx context.Context, by Entry, one Token) (Token, error) {
	now := a.AuditLog.Clock().UTC()
	one.CreatedBy, one.Since, one.Expires = by.Who, now, one.Expires.UTC().Truncate(time.Second)
	secret := secretPrefix + rand.Text()
	isUnknown := func(scope string) bool { return !slices.Contains(TokenScopes, scope) }
	matchesNone := func(p netip.Prefix) bool { return !p.IsValid() || p.Addr().Is4In6() }
	switch {
	case !namePattern.MatchString(one.Name):
		return one, ErrName
	case len(one.Scopes) == 0:
		return one, fault("scopes", "required")
	case slices.ContainsFunc(one.Scopes, isUnknown):
		return one, fault("scopes", "other")
	case len(one.Brands) == 0:
		return one, fault("brands", "required")
	case slices.Contains(one.Brands, Everywhere) && len(one.Brands) > 1:
		return one, fault("brands", "other")
	case slices.ContainsFunc(one.Addresses, matchesNone):
		return one, fault("addresses", "other")
	case !one.Expires.After(now) || one.Expires.Sub(now) > maxTokenLifetime:
		return one, fault("expires", "other")
	}
	d := Action{Action: "token created", Subject: one.Name, Requested: one}
	_, err := a.AuditLog.Do(ctx, by, d, func(ctx context.Context) (any, error) {
		added, err := a.Tokens.store(ctx, nil, storedToken{Token: one, Hash: hashOf(secret)})
		if err == nil && !added {
			err = fmt.Errorf("%w: choose another name, or revoke the token of this one", ErrExists)
		}
		return one, err
	})
	if err == nil {
		one.Secret = secret
		a.publishLogins(ctx)
	}
	return one, err
}

func (a *AccountAdmin) revokeToken(ctx context.Context, by Entry, name string) error {
	all, err := a.Tokens.List(ctx)
	before, ok := lists.Find(all, func(t Token) bool { return t.Name == name })
	if err == nil && !ok {
		err = fmt.Errorf("%w %q", ErrUnknown, name)
	}
	if err != nil {
		return err
	}
	_, err = a.AuditLog.Do(ctx, by, Action{Action: "token revoked", Subject: name, Before: before},
		func(ctx context.Context) (any, error) { return nil, a.Tokens.Records.Delete(ctx, name) })
	if err == nil {
		a.publishLogins(ctx)
	}
	return err
}

// authenticateToken sets v.account to an account with the role of the route at the token's brands.
func (s *server) authenticateToken(c *gin.Context, v *visit, secret string, one route) error {
	token, err := s.Tokens.find(c, secret)
	everyone, restoreErr := s.Revocations.Revoked(c, bff.RevocationOfEveryone)
	if err = errors.Join(err, restoreErr); err != nil {
		return err
	}
	now, from := s.Clock().UTC(), v.scope.Visitor
	isFrom := func(p netip.Prefix) bool { return p.Contains(from) }
	switch {
	case token == nil: // perhaps revoked
		return s.refuseToken(c, v, "", "unknown token")
	case !now.Before(token.Expires):
		return s.refuseToken(c, v, token.account(), "expired token")
	case !everyone[0].IsZero() && !token.Since.After(everyone[0]): // a backup may contain revoked tokens
		return s.refuseToken(c, v, token.account(), "token from before a restore")
	case len(token.Addresses) > 0 && !slices.ContainsFunc(token.Addresses, isFrom):
		return s.refuseToken(c, v, token.account(), "address not allowed")
	}
	if now.Sub(token.LastUse.At) >= tokenUseInterval {
		token.LastUse = TokenUse{now, from}
		// Another instance may have stored a use or revoked the token meanwhile, which remains.
		if _, err := s.Tokens.store(c, token.raw, *token); err != nil {
			s.Log.WarnContext(c, "could not store the last use of a token", "error", err)
		}
	}
	if !slices.ContainsFunc(token.Scopes, one.allows) {
		return ReasonScopeMissing
	}
	if one.method != http.MethodGet && one.access != public { // entries of tokens must not evict those of staff
		key := bff.LimitKey{Rule: bff.LimitSenderBlock, Subject: token.account()}
		if after, ok := s.Limiter.Allow(c, key); !ok {
			return bff.ReasonRateLimited.WithRetryAfter(after)
		}
	}
	v.account = Account{Name: token.account(), Roles: Roles{}}
	for _, brand := range token.Brands {
		v.account.Roles[brand] = one.role
	}
	return nil
}

func (s *server) refuseToken(c *gin.Context, v *visit, who, why string) error {
	c.Header("WWW-Authenticate", "Bearer")
	return s.refuseMachine(c, v, Entry{Who: who, Action: "token"}, why, ReasonTokenInvalid)
}

// refuseMachine counts wrong tokens and signatures like wrong passwords, but apart from them, because
// a script with an expired token must not lock out people. The response does not reveal the cause.
func (s *server) refuseMachine(c *gin.Context, v *visit, e Entry, why string, answer *bff.Reason) error {
	if after, ok := s.Limiter.Allow(c, failureKey(v, e.Action)); !ok {
		why, answer = tooMany, bff.ReasonRateLimited.WithRetryAfter(after)
	}
	s.recordLater(c, v, e, func(ctx context.Context, e Entry) error { return s.recordRefusal(ctx, e, why, nil) })
	return answer
}

func (s *server) listTokens(c *gin.Context, _ *visit) (any, error) { return s.Tokens.List(c) }

// createToken returns the secret of a new token. No other response contains it.
func (s *server) createToken(c *gin.Context, v *visit) (any, error) {
	var one Token
	if err := decodeBody(c, map[string]any{
		"name": &one.Name, "scopes": &one.Scopes, "brands": &one.Brands, "addresses": &one.Addresses,
		"expires": &one.Expires,
	}); err != nil {
		return nil, err
	}
	isUnknown := func(brand string) bool { return brand != Everywhere && s.brand(brand) == nil }
	if slices.ContainsFunc(one.Brands, isUnknown) {
		return nil, fault("brands", "other")
	}
	c.Status(http.StatusCreated)
	return s.AccountAdmin.createToken(c, v.entry(), one)
}

func (s *server) deleteToken(c *gin.Context, v *visit) (any, error) {
	return nil, s.revokeToken(c, v.entry(), c.Param("name"))
}
