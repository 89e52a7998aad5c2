package gateway

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
)

// mask stands for an authenticator secret. It is longer than the 10 characters from which
// a client that follows the specification asks for a code.
var mask = strings.Repeat("*", 16)

// loginAnswer is the platform's answer to a login (calls.md §3).
type loginAnswer struct {
	RID       text `json:"rid"`
	UID       text `json:"uid"`
	SID       text `json:"sid"`
	UIP       text `json:"uip"`
	GTM       text `json:"gtm"`
	GMT       text `json:"gmt"` // what some platforms call gtm
	Language  text `json:"language"`
	Username  text `json:"username"`
	LastLogin text `json:"lastlogin"`
	GASecret  text `json:"gasecret"`
}

// loginView is what of a login reaches the browser.
type loginView struct {
	RID int `json:"rid"`
	bff.SealedUser
	GTM       string  `json:"gtm"`
	Language  string  `json:"language"`
	Username  string  `json:"username"`
	LastLogin *string `json:"lastlogin"` // null at the first login
	GASecret  string  `json:"gasecret"`
}

// text reads a scalar that one platform writes as a string and another as a number. null
// and false are the absence of one.
type text string

func (t *text) UnmarshalJSON(b []byte) error {
	var v any
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		return err
	}
	switch v := v.(type) {
	case string:
		*t = text(v)
	case json.Number:
		*t = text(v)
	case nil:
		*t = ""
	case bool:
		if v {
			return errors.New("want a string or a number")
		}
		*t = ""
	default:
		return errors.New("want a string or a number")
	}
	return nil
}

// loggedIn makes the session of a login that the platform accepted. The clear identity and
// the authenticator's secret stay here.
func loggedIn(g *gateway, x *exchange, a *bff.Answer) (*bff.Answer, error) {
	if !a.Result {
		return a, nil
	}
	var l loginAnswer
	if err := json.Unmarshal(a.Data, &l); err != nil {
		return nil, bff.ReasonBadUpstreamAnswer.WithCause(fmt.Errorf("login answer: %w", redact(err)))
	}
	if l.UID == "" || l.SID == "" {
		return nil, bff.ReasonBadUpstreamAnswer.WithCause(errors.New("login answer without uid and sid"))
	}
	id := bff.Identity{
		UID:      string(l.UID),
		SID:      string(l.SID),
		UIP:      string(l.UIP),
		GMT:      string(first(l.GTM, l.GMT)),
		Username: string(first(l.Username, text(usernameOf(x)))),
		RID:      string(l.RID),
		World:    x.scope.World,
	}
	old := g.previous(x)
	s, err := g.Sessions.Begin(x.ctx, x.scope.Brand, id, l.GASecret != "")
	if err != nil {
		return nil, err
	}
	if err := g.keep(x, s); err != nil {
		return nil, err
	}
	// One browser, one session: the one that this cookie held can never come back.
	if old != nil {
		if err := g.Sessions.End(x.ctx, old); err != nil {
			return nil, err
		}
	}
	view := loginView{Language: string(first(l.Language, text(x.scope.Lang)))}
	if l.LastLogin != "" {
		at := string(l.LastLogin)
		view.LastLogin = &at
	}
	return g.login(x, s, view, a.Message)
}

// refresh gives the player a new session for the one at hand. The platform has no part
// in it.
func refresh(g *gateway, x *exchange) (*bff.Answer, error) {
	s, err := g.Sessions.Refresh(x.ctx, x.scope.Session)
	if err != nil {
		return nil, err
	}
	x.scope.Session = s
	if err := g.keep(x, s); err != nil {
		return nil, err
	}
	at := s.LoginAt.In(zone(x.scope.Brand)).Format(contract.MomentLayout)
	return g.login(x, s, loginView{Language: x.scope.Lang, LastLogin: &at}, "")
}

// login writes the answer that hands a session to the browser. Where clients without
// cookies are allowed, its sid is the session's token, which is all that they keep.
func (g *gateway) login(x *exchange, s *bff.Session, view loginView, message string) (*bff.Answer, error) {
	var err error
	if view.SealedUser, err = g.Sessions.Seal(s.Identity); err != nil {
		return nil, err
	}
	if x.scope.Brand.Sessions.Transport == transportBody {
		view.SID = x.token
	}
	view.RID, _ = strconv.Atoi(s.Identity.RID) // the contract's rid is a number; one that is none means nothing
	view.GTM, view.Username = s.Identity.GMT, s.Identity.Username
	if s.TwoFactor {
		view.GASecret = mask
	}
	data, err := json.Marshal(view)
	if err != nil {
		return nil, err
	}
	return &bff.Answer{Result: true, Message: message, Data: data, Code: 200}, nil
}

// redact keeps the kind of a decoding error and drops its text, which may quote the
// secrets that it stumbled over.
func redact(err error) error {
	if typed := new(json.UnmarshalTypeError); errors.As(err, &typed) {
		return fmt.Errorf("field %s has the wrong type", typed.Field)
	}
	return errors.New("not the shape of one")
}

func first(a, b text) text {
	if a != "" {
		return a
	}
	return b
}

// zone is the brand's time zone.
func zone(b *bff.Brand) *time.Location {
	if b.TimeZone == nil {
		return time.UTC
	}
	return b.TimeZone
}
