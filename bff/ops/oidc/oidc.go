// Package oidc logs staff in at an OpenID Connect provider.
package oidc

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/ops/webhook"
)

// Errors of a login. Their causes never contain a token, a code or a response of the provider.
var (
	ErrUnavailable = &bff.Reason{Status: http.StatusBadGateway, Debug: "unavailable", Key: "staff_company_unavailable"}
	ErrInvalid     = &bff.Reason{Status: http.StatusBadGateway, Debug: "failed", Key: "staff_company_failed"}
	// ErrRefused means that the code or the refresh token is not valid.
	ErrRefused = &bff.Reason{Status: http.StatusUnauthorized, Debug: "failed", Key: "staff_company_failed"}
)

const (
	timeout    = 10 * time.Second // of a method
	retryAfter = 2 * time.Second  // after a failed discovery
	// CheckTimeout is longer than Refresh can take.
	CheckTimeout = 2 * timeout
	// AttemptTTL is the time that a person has to log in at the provider.
	AttemptTTL = 10 * time.Minute
	// maxShown is the number of values of a claim in Identity.Claims. Every request reads them, and
	// people can have thousands of groups.
	maxShown = 50
)

// Attempt is a begun login. The browser that began it stores it sealed.
type Attempt struct {
	State    string    `json:"state"`
	Nonce    string    `json:"nonce"`
	Verifier string    `json:"verifier"` // of PKCE
	Redirect string    `json:"redirect"`
	Until    time.Time `json:"until"`
}

// Identity is a person as the provider describes them.
type Identity struct {
	Issuer, Subject string
	Name            string         // in lower case, empty without a usable claim
	Groups          []string       // the values of the groups claim
	Claims          map[string]any // the claims that admins see
	Session         string         // session at the provider, empty if it names none
	Refresh         string         // refresh token, empty if the provider sent none
}

// Logout is a logout that the provider reports.
type Logout struct {
	ID               string
	Subject, Session string // one may be empty
}

// Client is Croupier as the client of a provider. It discovers the provider at the first use.
type Client struct {
	Settings func() config.OIDC
	Clock    func() time.Time

	mu        sync.Mutex
	connected *connection // of the last settings, nil before the first discovery
	failed    error       // of the last discovery
	failedAt  time.Time
}

type connection struct {
	config.OIDC
	verifier *oidc.IDTokenVerifier
	oauth    oauth2.Config
	clock    func() time.Time
}

// algorithms are the accepted signatures. None of them uses the client secret or no key.
var algorithms = []string{
	oidc.RS256, oidc.RS384, oidc.RS512, oidc.ES256, oidc.ES384, oidc.ES512, oidc.PS256, oidc.PS384, oidc.PS512,
}

// httpClient follows no redirects, because they could send the client secret to another host.
var httpClient = webhook.NewClient(timeout)

// connect returns the provider of the current settings, and a context for its requests.
func (c *Client) connect(ctx context.Context) (context.Context, *connection, error) {
	ctx = oidc.ClientContext(ctx, httpClient)
	c.mu.Lock()
	defer c.mu.Unlock()
	settings := c.Settings()
	if c.connected != nil && reflect.DeepEqual(c.connected.OIDC, settings) {
		return ctx, c.connected, nil
	}
	if c.failed != nil && c.Clock().Sub(c.failedAt).Abs() < retryAfter { // do not let requests wait in a queue
		return ctx, nil, c.failed
	}
	// A request that ends early must not fail the others.
	provider, err := oidc.NewProvider(context.WithoutCancel(ctx), settings.Issuer)
	var metadata struct {
		Scopes []string `json:"scopes_supported"`
	}
	if err == nil {
		err = provider.Claims(&metadata)
	}
	if err != nil { // contains at most the metadata of the provider
		c.failed = ErrUnavailable.WithCause(fmt.Errorf("could not discover the provider: %.200s", err.Error()))
		c.failedAt = c.Clock()
		return ctx, nil, c.failed
	}
	scopes := settings.Scopes
	if len(scopes) == 0 {
		scopes = []string{oidc.ScopeOpenID, "profile", "email"}
		if slices.Contains(metadata.Scopes, oidc.ScopeOfflineAccess) {
			scopes = append(scopes, oidc.ScopeOfflineAccess)
		}
	}
	c.connected = &connection{
		OIDC: settings, clock: c.Clock,
		verifier: provider.Verifier(&oidc.Config{
			ClientID: settings.ClientID, SupportedSigningAlgs: algorithms, Now: c.Clock,
		}),
		oauth: oauth2.Config{
			ClientID: settings.ClientID, ClientSecret: string(settings.ClientSecret), Endpoint: provider.Endpoint(),
			Scopes: scopes,
		},
	}
	return ctx, c.connected, nil
}

// Begin begins a login and returns the address at the provider.
func (c *Client) Begin(ctx context.Context, redirect string) (address string, a Attempt, err error) {
	_, p, err := c.connect(ctx)
	if err != nil {
		return "", a, err
	}
	a = Attempt{
		State: rand.Text(), Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier(), Redirect: redirect,
		Until: c.Clock().Add(AttemptTTL).UTC(),
	}
	return p.oauth.AuthCodeURL(a.State, oidc.Nonce(a.Nonce), oauth2.S256ChallengeOption(a.Verifier),
		oauth2.SetAuthURLParam("redirect_uri", redirect)), a, nil
}

// Finish exchanges the code of a callback.
func (c *Client) Finish(ctx context.Context, a Attempt, code string) (Identity, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	ctx, p, err := c.connect(ctx)
	if err != nil {
		return Identity{}, err
	}
	tokens, err := p.oauth.Exchange(ctx, code, oauth2.VerifierOption(a.Verifier),
		oauth2.SetAuthURLParam("redirect_uri", a.Redirect))
	return p.identity(ctx, tokens, err, func(token *oidc.IDToken) bool {
		return a.Nonce != "" && token.Nonce == a.Nonce
	})
}

// Refresh returns the current identity of a person. The returned refresh token replaces refresh.
func (c *Client) Refresh(ctx context.Context, refresh, subject string) (Identity, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	ctx, p, err := c.connect(ctx)
	if err != nil {
		return Identity{}, err
	}
	tokens, err := p.oauth.TokenSource(ctx, &oauth2.Token{RefreshToken: refresh}).Token()
	return p.identity(ctx, tokens, err, func(token *oidc.IDToken) bool { return token.Subject == subject })
}

// Limits of the age of a logout token, which must not outlive the record of its use.
const (
	logoutAge  = time.Minute
	logoutSkew = 25 * time.Second
)

// Logout verifies a logout token. The caller must accept its id only once.
func (c *Client) Logout(ctx context.Context, raw string) (out Logout, err error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	ctx, p, err := c.connect(ctx)
	if err != nil {
		return out, err
	}
	token, err := p.verifier.VerifyLogout(ctx, raw)
	if err != nil {
		return out, invalid(err)
	}
	if age := c.Clock().Sub(token.IssuedAt); age > logoutAge || age < -logoutSkew {
		return out, ErrInvalid.WithCause(fmt.Errorf("the logout token is %s old", age.Round(time.Second)))
	}
	return Logout{token.TokenID, token.Subject, token.SessionID}, nil
}

// identity returns the identity of a response, which is an error or has an ID token of the request.
func (p *connection) identity(
	ctx context.Context, tokens *oauth2.Token, err error, ofRequest func(*oidc.IDToken) bool,
) (id Identity, _ error) {
	if refused := (*oauth2.RetrieveError)(nil); errors.As(err, &refused) { // its text has the response
		err = fmt.Errorf("status %d, error %.40q", refused.Response.StatusCode, refused.ErrorCode)
		switch {
		case refused.ErrorCode == "invalid_grant":
			return id, ErrRefused.WithCause(err)
		case refused.Response.StatusCode < http.StatusInternalServerError:
			return id, ErrInvalid.WithCause(err)
		}
	}
	if err != nil {
		return id, ErrUnavailable.WithCause(err)
	}
	raw, _ := tokens.Extra("id_token").(string)
	token, err := p.verifier.Verify(ctx, raw)
	claims := map[string]any{}
	if err == nil {
		err = token.Claims(&claims)
	}
	if err == nil && token.AccessTokenHash != "" {
		err = token.VerifyAccessToken(tokens.AccessToken)
	}
	if err != nil {
		return id, invalid(err)
	}
	party, isForParty := claims["azp"]
	if token.Subject == "" || !ofRequest(token) || token.IssuedAt.After(p.clock().Add(time.Minute)) ||
		isForParty && party != p.ClientID || !isForParty && len(token.Audience) > 1 {
		return id, ErrInvalid.WithCause(errors.New("the ID token belongs to another login or client"))
	}
	id = Identity{
		Issuer: token.Issuer, Subject: token.Subject, Groups: texts(claims[p.GroupsClaim]), Claims: map[string]any{},
		Refresh: tokens.RefreshToken,
	}
	id.Session, _ = claims["sid"].(string)
	name, _ := claims[cmp.Or(p.NameClaim, "preferred_username")].(string)
	if name == "" && p.NameClaim == "" && claims["email_verified"] == true {
		name, _ = claims["email"].(string)
	}
	id.Name = strings.ToLower(name)
	for _, shown := range []string{"preferred_username", "email", "name", "amr", "acr", p.NameClaim, p.GroupsClaim} {
		if value, ok := claims[shown]; ok {
			if list, isList := value.([]any); isList && len(list) > maxShown {
				value = append(list[:maxShown:maxShown], fmt.Sprintf("and %d more", len(list)-maxShown))
			}
			id.Claims[shown] = value
		}
	}
	return id, nil
}

// texts returns a text or the texts of a list.
func texts(claim any) (out []string) {
	list, isList := claim.([]any)
	if !isList {
		list = []any{claim}
	}
	for _, one := range list {
		if text, ok := one.(string); ok {
			out = append(out, text)
		}
	}
	return out
}

// invalid returns the error of a token, whose text may have claims.
func invalid(err error) error {
	if strings.Contains(err.Error(), "fetching keys") {
		return ErrUnavailable.WithCause(errors.New("could not fetch the keys of the provider"))
	}
	if expired := (*oidc.TokenExpiredError)(nil); errors.As(err, &expired) {
		return ErrInvalid.WithCause(errors.New("the token has expired"))
	}
	return ErrInvalid.WithCause(errors.New("the token is not valid for this client"))
}
