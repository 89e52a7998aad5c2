package gateway

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"croupier/bff"
	"croupier/bff/contract"
)

// secretMask replaces an authenticator secret. Clients that follow the specification ask for a code
// when the secret has more than 10 characters.
var secretMask = strings.Repeat("*", 16)

// platformLogin is the data of the platform's answer to a login (calls.md §3).
type platformLogin struct {
	RID       scalar `json:"rid"`
	UID       scalar `json:"uid"`
	SID       scalar `json:"sid"`
	UIP       scalar `json:"uip"`
	GTM       scalar `json:"gtm"`
	GMT       scalar `json:"gmt"` // sent instead of gtm by some platforms
	Language  scalar `json:"language"`
	Username  scalar `json:"username"`
	LastLogin scalar `json:"lastlogin"`
	GASecret  scalar `json:"gasecret"`
}

// loginView is the data of a login as the browser receives it.
type loginView struct {
	RID int `json:"rid"`
	bff.SealedUser
	GTM       string  `json:"gtm"`
	Language  string  `json:"language"`
	Username  string  `json:"username"`
	LastLogin *string `json:"lastlogin"` // null at the first login
	GASecret  string  `json:"gasecret"`

	SecondFactors []string `json:"second_factors,omitempty"` // of which one completes a pending login
	NewDevice     bool     `json:"new_device,omitempty"`
}

// scalar is a JSON string or number, as some platforms send numbers where others send strings. null
// and false are empty.
type scalar string

// UnmarshalJSON reads a string, a number, null or false.
func (s *scalar) UnmarshalJSON(b []byte) error {
	var v any
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		return err
	}
	switch v := v.(type) {
	case string:
		*s = scalar(v)
		return nil
	case json.Number:
		*s = scalar(v)
		return nil
	case nil:
		*s = ""
		return nil
	case bool:
		if !v {
			*s = ""
			return nil
		}
	}
	return errors.New("want a string or a number")
}

// afterLogin creates the session of a login that the platform accepted. The clear identity and the
// authenticator's secret are not passed on.
func afterLogin(g *gateway, ctx context.Context, r *request, a *bff.Answer) (outcome, error) {
	if !a.Result {
		return outcome{answer: a}, nil
	}
	var l platformLogin
	if err := json.Unmarshal(a.Data, &l); err != nil {
		return outcome{}, bff.ReasonBadUpstreamAnswer.WithCause(fmt.Errorf("decode login answer: %w", redact(err)))
	}
	if l.UID == "" || l.SID == "" {
		return outcome{}, bff.ReasonBadUpstreamAnswer.WithCause(errors.New("decode login answer: uid or sid is missing"))
	}
	id := bff.Identity{
		UID:      string(l.UID),
		SID:      string(l.SID),
		UIP:      string(l.UIP),
		GMT:      string(cmp.Or(l.GTM, l.GMT)),
		Username: cmp.Or(string(l.Username), loginName(r)),
		RID:      string(l.RID),
		World:    r.scope.World,
	}
	if g.isBlockedPlayer(r.scope.Brand, id) {
		g.endPlatformSession(ctx, r, &id)
		return outcome{}, bff.ReasonBlocked
	}
	g.beginLimits(ctx, r.scope, &id)
	previous, _ := g.presentedSession(ctx, r.http, r.scope.Brand, r.origin, r.parsed.user) // nil on error
	due := g.factorsDue(ctx, r.scope, &id, l.GASecret != "")
	s, err := g.Sessions.Begin(ctx, r.scope.Brand, bff.NewSession{
		Identity: id, Due: due, TwoFactor: l.GASecret != "" || due == bff.FactorAuthenticator, NewDevice: g.isNewDevice(ctx, r.scope, id.Player()),
	})
	if err != nil {
		return outcome{}, err
	}
	token, cookie, err := g.issue(ctx, r.scope.Brand, s)
	if err != nil {
		return outcome{}, err
	}
	// A browser has one session: the one that its cookie replaces ends.
	if previous != nil {
		if err := g.Sessions.End(ctx, previous); err != nil {
			return outcome{cookie: cookie, player: &s.Identity}, err
		}
	}
	view := loginView{Language: cmp.Or(string(l.Language), r.scope.Lang), SecondFactors: factorNames(due), NewDevice: s.NewDevice}
	if l.LastLogin != "" {
		at := string(l.LastLogin)
		view.LastLogin = &at
	}
	if !s.Pending {
		g.rememberDevice(ctx, r.scope, id.Player())
	}
	answer, err := g.loginAnswer(r.scope.Brand, s, token, view, a.Message)
	return outcome{answer, cookie, &s.Identity}, err
}

// refresh rotates the session without the platform.
func refresh(g *gateway, ctx context.Context, r *request) (outcome, error) {
	s, err := g.Sessions.Refresh(ctx, r.scope.Session)
	if err != nil {
		return outcome{}, err
	}
	token, cookie, err := g.issue(ctx, r.scope.Brand, s)
	if err != nil {
		return outcome{}, err
	}
	at := s.LoginAt.In(r.scope.Brand.Zone()).Format(contract.MomentLayout)
	answer, err := g.loginAnswer(r.scope.Brand, s, token, loginView{Language: r.scope.Lang, LastLogin: &at}, "")
	return outcome{answer: answer, cookie: cookie}, err
}

// loginAnswer returns the answer that hands a session to the browser. For brands that allow clients
// without cookies, its sid is the session's token, which is all that such a client stores.
func (g *gateway) loginAnswer(brand *bff.Brand, s *bff.Session, token string, view loginView, message string) (*bff.Answer, error) {
	var err error
	if view.SealedUser, err = g.Sessions.Seal(s.Identity); err != nil {
		return nil, err
	}
	if brand.Sessions.Transport == transportBody {
		view.SID = token
	}
	view.RID, _ = strconv.Atoi(s.Identity.RID) // a number in the contract; 0 for a RID that is none
	view.GTM, view.Username = s.Identity.GMT, s.Identity.Username
	if s.TwoFactor && (!s.Pending || s.Due&bff.FactorAuthenticator != 0) {
		view.GASecret = secretMask
	}
	data, err := json.Marshal(view)
	if err != nil {
		return nil, err
	}
	return &bff.Answer{Result: true, Message: message, Data: data, Code: http.StatusOK}, nil
}

// redact drops the text of a decoding error, which may quote a secret, and keeps its kind.
func redact(err error) error {
	if typed := new(json.UnmarshalTypeError); errors.As(err, &typed) {
		return fmt.Errorf("field %s has the wrong type", typed.Field)
	}
	return errors.New("unexpected format")
}
